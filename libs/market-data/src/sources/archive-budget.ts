import { AppError } from '#lib/kernel';

const GIB = 2 ** 30;
const LARGEST_MEMBER = GIB;
/** A market of 35 years is below 2 GiB in the widest format. */
const LARGEST_TOTAL = 4 * GIB;
/** Bars as text shrink to a fifth or a tenth. What grows so much more was made to. */
const LARGEST_RATIO = 200;
/** A small archive may well hold nothing but a row that repeats. */
const RATIO_COUNTS_FROM = 64 * 2 ** 20;

/** What the members of one archive may be and hold together, checked before any of them is read. */
export class ArchiveBudget {
  private total = 0;

  /** @param packed bytes of the archive itself. */
  constructor(private readonly packed: number) {}

  /**
   * Takes a member by its header. Nothing is ever written under a member's name, yet an archive with a name that leaves the
   * folder was made to harm, and none of it is taken.
   * @throws AppError `bad_archive`
   */
  admit(name: string, size: number): void {
    const shown = JSON.stringify(name.slice(0, 80));
    const parts = name.split(/[/\\]/);
    if (/^(?:[/\\]|[a-z]:)/i.test(name) || parts.includes('..') || name.includes('\0')) {
      throw badArchive(`its member ${shown} has a name that leaves the folder`);
    }
    if (size > LARGEST_MEMBER) throw badArchive(`its member ${shown} is larger than 1 GiB`);
    this.total += size;
    if (this.total > LARGEST_TOTAL) throw badArchive('its members are larger than 4 GiB together');
    if (this.total > RATIO_COUNTS_FROM && this.total > this.packed * LARGEST_RATIO) {
      throw badArchive(`its members are more than ${LARGEST_RATIO} times as large as the archive`);
    }
  }
}

function badArchive(what: string): AppError {
  return new AppError('invalid', 'bad_archive', `the archive is refused: ${what}`);
}
