const mb = 1024 * 1024

/** What devices may hand over, with what happens beyond. Days and sizes of what is kept are settings. */
export const mediaBounds = {
  /** Of a file. Beyond: refused, and what there was of it is forgotten. */
  fileBytes: 16 * mb,
  fileParts: 4_096,
  /** Of a file that comes by its bytes. A shorter block that does not end the file is refused. */
  leastBlockBytes: 64,
  /** Missing places of a file. Beyond: as `fileBytes`. */
  gaps: 1_024,
  /** Of sound that is decoded. Beyond: it is only downloaded. */
  soundBytes: 64 * mb,
  /** Of one device, on their way at once. Beyond: the one that was silent for longest is forgotten. */
  openFiles: 8,
  /** Pieces of all devices of a process that wait for the database. Beyond: not taken; devices send them again. */
  waitingBytes: 32 * mb,
  /** Files on their way of all devices, in the database. Beyond: those that were silent for longest are forgotten. */
  openBytes: 1024 * mb,
  /** A file of which no piece has come for so long is forgotten. */
  silentMs: 30 * 60_000,
  /** After this time a piece of a file that is kept is taken for one of another file. */
  knownMs: 60 * 60_000,
} as const
