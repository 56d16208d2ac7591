import type { PayProvider } from './pay-provider.ts'
import { paypal } from './paypal.ts'
import { sandbox } from './sandbox.ts'
import { weixin } from './weixin.ts'

/** The payment providers. */
export const payProviders: readonly PayProvider[] = [paypal, weixin, sandbox]
