/**
 * By how many percent a value is above another one. Without the dust of binary fractions, which make 10 to 12 yuan
 * 19.999999999999996 %: whoever asks for 20 must find it.
 */
export function changePct(from: number, to: number): number {
  return Math.round((to / from - 1) * 1e11) / 1e9;
}
