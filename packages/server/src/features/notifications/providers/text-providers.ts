import { sandbox } from './sandbox.ts'
import type { TextProvider } from './text-provider.ts'
import { twilio } from './twilio.ts'

/** Who may carry SMS and calls; the first is offered first. */
export const textProviders: readonly TextProvider[] = [twilio, sandbox]
