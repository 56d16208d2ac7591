/** Forms of the parameters of commands. The unit is in the name of a parameter, and for people in its `meta`. */
import { z } from 'zod'

/** A whole number from `min` to `max`. */
export const number = (min: number, max: number, unit?: string) =>
  z
    .int()
    .min(min)
    .max(max)
    .meta(unit === undefined ? {} : { unit })

/** 0 for off, or a whole number from `min` to `max`. */
export const offOr = (min: number, max: number, unit: string) =>
  z
    .int()
    .min(0)
    .max(max)
    .refine((value) => value === 0 || value >= min, 'zero_or_more')
    .meta({ unit, zeroOr: min })

/** A telephone number as devices keep it. Source: `SOS`, `CENTER` of GT06 firmware, 3 to 20 digits. */
export const phone = z
  .string()
  .trim()
  .regex(/^\+?\d{3,20}$/)

/** Text without the separators of any family's commands. */
export const word = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[!"$-)+\--~]+$/)

/** A time of day, `HH:MM`. */
export const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const latitude = z.number().min(-90).max(90)
export const longitude = z.number().min(-180).max(180)

/** How the device itself notifies its owner of an alarm, beside its report to the platform, in wire order. */
export const alarmWays = ['platform', 'platformSms', 'platformSmsPhone', 'platformPhone'] as const
export const way = z.enum(alarmWays).default('platform')

/** Which crossings of a fence on the device make an alarm. */
export const fenceAlarm = z.enum(['in', 'out', 'in/out'])

/** Wheels of a car with four, in the order of the tyre commands. */
export const wheels = ['frontLeft', 'frontRight', 'rearRight', 'rearLeft'] as const

/** Characters and length of a free text: what every family's line can carry. */
export const freeText = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[ -~]+$/)
