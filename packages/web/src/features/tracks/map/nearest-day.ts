/**
 * The day with positions that is nearest to one without: the last before it, else the first after it.
 * @param dates `YYYY-MM-DD`, in any order @returns null without any
 */
export function nearestDay(dates: Iterable<string>, date: string): string | null {
  const sorted = [...dates].sort()
  return sorted.findLast((each) => each < date) ?? sorted.find((each) => each > date) ?? null
}
