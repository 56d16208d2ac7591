import type { PayProvider } from './pay-provider.ts'
import { paypal } from './paypal.ts'
import { sandbox } from './sandbox.ts'
import { stripe } from './stripe.ts'
import { weixin } from './weixin.ts'

/** The payment providers. */
export const payProviders: readonly PayProvider[] = [paypal, weixin, stripe, sandbox]
