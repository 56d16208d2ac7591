import type { Call } from '@trackway/core/api/call.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { CallForm } from '../form/CallForm.tsx'
import type { CallFormProps } from '../form/use-call-form.tsx'
import { LinkMade, type LinkMadeProps } from './LinkMade.tsx'

/** A form whose call makes a link, which is then shown in its place. */
export function LinkForm<C extends Call<z.ZodType, z.ZodType<LinkMadeProps>>, Extra extends string = never>(
  props: CallFormProps<C, Extra>,
) {
  const [made, setMade] = useState<LinkMadeProps | null>(null)
  return made ? <LinkMade {...made} /> : <CallForm {...props} onDone={setMade} />
}
