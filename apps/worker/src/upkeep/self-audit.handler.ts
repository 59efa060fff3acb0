import { Injectable, Logger } from '@nestjs/common';
import { type Handles, JobHandler } from '#lib/queue';
import { type AuditReport, countDifferences, SelfAuditService, selfAuditJob } from '#lib/upkeep';

@Injectable()
@JobHandler(selfAuditJob)
export class SelfAuditHandler implements Handles<typeof selfAuditJob> {
  private readonly logger = new Logger('SelfAudit');

  constructor(private readonly audit: SelfAuditService) {}

  async run(): Promise<AuditReport> {
    const report = await this.audit.run();
    const differences = countDifferences(report);
    if (differences > 0) this.logger.error(`the self-audit found ${differences} differences: stock-cycle market audit`);
    return report;
  }
}
