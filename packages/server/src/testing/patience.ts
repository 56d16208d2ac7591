/**
 * How long tests wait, in milliseconds: all of them, in one place. Each is far longer than anything takes on a
 * machine five times slower than usual, beside other work: what has not come by then will not come.
 */
export const patience = {
  /** For one thing to happen, such as an answer, a row or an element. */
  waitMs: 90_000,
  /** For a program to be there: a server with its PostgreSQL, a browser. */
  startMs: 150_000,
  /** For a whole test: several waits in a row. */
  testMs: 300_000,
  /** For what is made before and after tests: servers, and days of reports. */
  hookMs: 600_000,
}
