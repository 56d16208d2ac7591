import { z } from 'zod'
import { formatRules, fuelLitres, isDatedTime, rulePatterns } from '../rules/validation.ts'
import { instant, line } from './call.ts'

/**
 * What forms and calls ask for by the formats of the trade (SIM number, plate, telephone, IMEI). A value that breaks one is refused with the name of the
 * rule as its reason; its message is the text of `rules/texts` under that name.
 */

const byPattern = (rule: Exclude<keyof typeof rulePatterns, 'email'>) =>
  z.string().trim().regex(rulePatterns[rule], rule)

export const imei = byPattern('imei')
export const sim = byPattern('sim')
export const iccid = byPattern('iccid')
export const username = byPattern('username')
export const email = z.email({ pattern: rulePatterns.email, error: 'email' }).max(128)
export const telephone = line(32).refine(formatRules.telephone, 'telephone')
export const plate = line(32).refine(formatRules.plate, 'plate')
/** `ip:port` or `name:port`. */
export const host = z.string().trim().max(128).refine(formatRules.host, 'host')
/** An instant that people choose: the end of a term, an expiry. */
export const datedTime = instant.refine(isDatedTime, 'date')
export const fuel = z
  .number()
  .min(fuelLitres.min, 'fuel')
  .max(fuelLitres.max, 'fuel')
  .multipleOf(fuelLitres.step, 'fuel')
