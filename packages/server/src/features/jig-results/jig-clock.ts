/** A clock that is off by less is left alone: the upload itself takes as long. */
const toleranceMs = 5_000

/**
 * When a test ended. The clock of a jig may be wrong by years: how far is seen from what it says the time of the upload
 * is. Nothing was tested after it was received.
 */
export function correctedTime(
  { testTime, sentTime }: { testTime: number; sentTime?: number | undefined },
  receiveTime: number,
): number {
  const wrongBy = sentTime === undefined ? 0 : receiveTime - sentTime
  const time = Math.abs(wrongBy) > toleranceMs ? testTime + wrongBy : testTime
  return Math.max(0, Math.min(time, receiveTime))
}
