import { z } from 'zod'

/** Fields of settings that go in and never come out: a password, a key at a provider. */

/** Settings, or those of one of several providers. */
export type SettingsSchema = z.ZodObject | z.ZodDiscriminatedUnion<z.ZodObject[]>

/** Marks a field as one: it is stored sealed, returned as `has<Name>`, and kept where a change leaves it out. */
export const secret = <S extends z.ZodType>(field: S): S => field.meta({ writeOnly: true })

export function secretNames(schema: SettingsSchema): string[] {
  const shapes = (schema instanceof z.ZodObject ? [schema] : schema.options).map(({ shape }) => shape)
  return shapes.flatMap((shape) =>
    Object.keys(shape).filter((name) => (shape[name] as z.ZodType).meta()?.writeOnly === true),
  )
}
