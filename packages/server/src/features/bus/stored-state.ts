import { type BusState, newBusState } from '@trackway/core/features/bus/progress.ts'
import { z } from 'zod'
import { storedForm } from '../../platform/database/stored-json.ts'

const time = z.number()
const id = z.number()

const passage = z.object({
  lineId: id,
  stop: z.number(),
  arriveTime: time.nullable(),
  leaveTime: time.nullable(),
  scheduledTime: time.nullable(),
})

/** How a vehicle went along its lines, in `bus_progress.state`. Not read, it begins anew. */
export const busStateForm = storedForm<BusState>(
  'busState',
  z.object({
    lineId: id.nullable(),
    traces: z.array(
      z.object({
        lineId: id,
        fromM: z.number(),
        fromTime: time,
        atM: z.number(),
        atTime: time,
        isConfirmed: z.boolean(),
        departTime: time.nullable(),
        arriveTime: time.nullable(),
        unsure: z.array(passage),
      }),
    ),
    asideM: z.number().nullable(),
  }),
)

/** Of a vehicle that drives no line yet. */
export const storedNewState = JSON.stringify(busStateForm.write(newBusState))
