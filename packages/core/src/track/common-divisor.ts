/** Of two whole numbers, 0 or more; 0 and a number have that number. */
export function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
