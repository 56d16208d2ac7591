/** The summary over all rows of a report. */
export interface ReportSummary {
  rows: number
  /** Vehicles of the query, and those that had data; null where a report does not count them. */
  devices: number | null
  devicesWithData: number | null
  /** Vehicles whose figures were still being found. */
  pendingDevices: number
  /** By column; null where the report has no sum. */
  sum: Record<string, number | null> | null
}
