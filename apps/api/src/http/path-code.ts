import { Injectable, Param, type PipeTransform } from '@nestjs/common';
import { AppError } from '#lib/kernel';
import { shown } from './fields/field';
import { readStockCode } from './fields/market-fields';

/** Reads a stock code of a path as `CodeField` reads one of a body. */
@Injectable()
class PathCodePipe implements PipeTransform<unknown, string> {
  constructor(private readonly name: string) {}

  transform(value: unknown): string {
    const code = readStockCode(value);
    if (code !== undefined) return code;
    const message = `${this.name} must be a stock code of 6 digits without a market suffix; received ${shown(value)}`;
    throw AppError.invalid(message, [{ field: this.name, message }]);
  }
}

/** A 6-digit stock code in the path: `@PathCode('code') code: string`. */
export function PathCode(name: string): ParameterDecorator {
  return Param(name, new PathCodePipe(name));
}
