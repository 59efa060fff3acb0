/** Puts text in place of a part of a field, as if it had been typed; the caret stands behind it, or so far before its end. */
export function insertText(
  field: HTMLTextAreaElement,
  text: string,
  { from, to, caretBack = 0 }: { from: number; to: number; caretBack?: number },
): void {
  field.focus();
  field.setRangeText(text, from, to, 'end');
  const caret = from + text.length - caretBack;
  field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
