/** The column of a property, or the table of a class: `nextReviewAt` is `next_review_at`, `cost5` is `cost5`. */
export function toSnakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
