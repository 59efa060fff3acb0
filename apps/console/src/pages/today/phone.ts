/** A window so narrow that a list has it for itself. */
export const PHONE = '(max-width: 720px)';
