import { typeName } from '@trackway/core/codes/protocols.ts'
import type { ProtocolGuess } from '@trackway/core/features/frames/calls.ts'
import { suggestType } from '@trackway/core/rules/suggest-type.ts'
import { guessProtocols } from '@trackway/protocols/guess.ts'
import { protocols } from '@trackway/protocols/registry.ts'
import type { Db } from '../../platform/database/database.ts'

/** Which protocols the bytes of a connection fit, and which types of the platform speak them. */
export async function guessOf(db: Db, bytes: Uint8Array, now: number): Promise<ProtocolGuess[]> {
  const types = await db
    .selectFrom('device_types')
    .select(['id', 'name', 'label', 'wire', 'dialect', 'ids'])
    .orderBy('id')
    .execute()
  return guessProtocols(bytes, protocols, now)
    .filter(({ fits }) => fits > 0)
    .map(({ protocol, fits, begins, dialect = null, terminalId = null, problem = null }) => {
      const general = suggestType(types, protocol, terminalId ?? '')?.id
      const rank = (type: (typeof types)[number]) =>
        dialect !== null && type.dialect === dialect ? 0 : type.id === general ? 1 : 2
      const spoken = types.filter(({ wire }) => wire === protocol).sort((a, b) => rank(a) - rank(b))
      return {
        protocol,
        fits,
        begins,
        dialect,
        terminalID: terminalId,
        problem,
        deviceTypes: spoken.map((type) => ({ id: type.id, name: typeName(type) })),
      }
    })
}
