import type { Migration } from './migration-files.ts'

/**
 * The files of 0.1.0 under the names and with the texts (SHA-256) that they had before they were numbered `0001…`.
 * From then on they are frozen. The last entry is a comment that was changed for a while all the same.
 */
const before: readonly [name: string, digest: string, now: string][] = [
  [
    '001-accounts.sql',
    '24dff62dc5ae6aec6fa0c18c0dd4c5eb7c6a004ffabdd201c6a1bc5fb46f4349',
    '0001-accounts.sql',
  ],
  ['002-devices.sql', '7f4c56103845e0bb5270cc0585518ccdb18c568f750072a121d105f3a27408a7', '0002-devices.sql'],
  [
    '003-positions.sql',
    '4e4d651c2a9b4d499bcb118c6469d1ba3639ed22f0e1cf17e455f1e6c4305d83',
    '0003-positions.sql',
  ],
  ['004-ingest.sql', 'c16f5891d03147db68d56465b5ca15c56be962d573fc4acbf33e50efb056500f', '0004-ingest.sql'],
  ['005-tracks.sql', 'cebffb1f39e9ce0b2243bbd656b8db9e1c4f3cb68dbf044e0a4ee573d896c407', '0005-tracks.sql'],
  ['008-shares.sql', '01174f7b79fd1df8740a86fdef45213b91c49e7e95418f02bd29a63cca35dd3f', '0006-shares.sql'],
  [
    '009-geocoding.sql',
    'cc00de425badc361eb7efb3e45e0c998d5b954bdabf81183c65ecfc27134d2e9',
    '0007-geocoding.sql',
  ],
  ['010-jobs.sql', '9aa6d48c847e4c0e57d75a789d4627d3a19da3ed3bd37607af40fb7009db9a90', '0008-jobs.sql'],
  ['011-reports.sql', 'b8b60d9b741bab392d1db92e1db691b3e787d2677545de26879e62e6aea40419', '0009-reports.sql'],
  ['013-imports.sql', 'd4bd775ea12adf1997e63d28269ed8442d66e5b2e52b095ee4e263c62850c71f', '0010-imports.sql'],
  ['013-system.sql', '11f3afe9db1227f4f9e36c0c66c0579b6d144985952ac54bc77cd1e0a4bc4b01', '0011-system.sql'],
  [
    '014-owner-records.sql',
    'f5e8bc06d45b4aa6dacc5f7147f8c5a5f1d188c258ac5b36f3d65636deef7d8f',
    '0012-owner-records.sql',
  ],
  ['014-search.sql', '74e911f410906d9c88df304b1355dd9e3165e8bff34449b38c5aa7b034855537', '0013-search.sql'],
  [
    '016-codes-and-commands.sql',
    '519a14a21feb4783d3672dda9780bf44fdb9c6a354860d489fcbfac3d548ef72',
    '0014-codes-and-commands.sql',
  ],
  ['017-alarms.sql', '7ddaccb414078dd66a91f575f78148fc182b516cc5383612e5180ff2f72f27db', '0015-alarms.sql'],
  ['018-bus.sql', '855855ec19462e32dc34f8d19461cd161b39b896a715744e19f7dc8244319f80', '0016-bus.sql'],
  ['018-fences.sql', 'f72f7105b67f77b3af469a9abf3e37fa16ba6f55888c4715ae31202cb64e8d2b', '0017-fences.sql'],
  [
    '018-notifications.sql',
    '7e3a17ad0ebf55fee44bf9b4b9bc824f0004b614ccce990b906c7edbf7fe37d9',
    '0018-notifications.sql',
  ],
  [
    '019-readings.sql',
    'e2b919a7e986bce2164b740a91e88ad5a1915ef31a6b88f1bc896cb0ba4e37a9',
    '0019-readings.sql',
  ],
  [
    '0043-server-moves.sql',
    'f2fcdccce17eaeb3ff9b55cdcb1b63483a9ccda993bcb697a769bf3da0fb4c2e',
    '0043-server-moves.sql',
  ],
]

/**
 * The files that a database was made from, in the numbers of today.
 * @param files those of this version, which say the digest of today
 */
export function renumbered<M extends Migration>(applied: readonly M[], files: readonly Migration[]): M[] {
  return applied.map((row) => {
    const [, , now] = before.find(([name, digest]) => name === row.name && digest === row.digest) ?? []
    const file = files.find(({ name }) => name === now)
    return file ? { ...row, name: file.name, digest: file.digest } : row
  })
}
