import { line } from '@trackway/core/api/call.ts'
import { secret } from '@trackway/core/api/secret.ts'
import { z } from 'zod'
import { type PayProvider, payProvider } from '../providers/pay-provider.ts'

const facts = { state: 'unknown' } as const

/** A provider that a client is made of and nothing more: for what is stored, and who is paid. */
export const fakeProvider = (parts: Partial<PayProvider> = {}): PayProvider => ({
  ...payProvider({
    name: 'paypal',
    label: 'Fake provider',
    currencies: ['USD', 'EUR'],
    settings: z.object({
      merchant: line(64).min(1).describe('Who is paid.'),
      key: secret(z.string().max(200).optional().describe('Its key; left out: keep the stored one; secret.')),
    }),
    destination: ['merchant'],
    isTest: ({ merchant }) => merchant === 'TEST',
    connect: ({ key }) =>
      key === undefined
        ? null
        : {
            create: async () => facts,
            find: async () => facts,
            capture: async () => facts,
            close: async () => facts,
            refund: async () => facts,
            findRefund: async () => facts,
            readEvent: async () => ({ refusal: 'signature', id: null, kind: null, numbers: [] }),
            report: async () => null,
          },
  }),
  ...parts,
})
