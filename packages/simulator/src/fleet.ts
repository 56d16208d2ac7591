import type { Clock } from './device/clock.ts'
import type { Conduct } from './device/conduct.ts'
import { Counters } from './device/counters.ts'
import { type Kit, kitOf } from './device/kit.ts'
import { SimulatedDevice } from './device/simulated-device.ts'
import { createSpeaker, type SpokenProtocol } from './device/speakers.ts'
import type { Vehicle } from './driving/characters.ts'
import { createDriver } from './driving/driver.ts'
import { createRandom, hash } from './random.ts'

/** A vehicle with the device it carries. */
export interface FleetMember {
  terminalId: string
  protocol: SpokenProtocol
  vehicle: Vehicle
  /** Written on the vehicle; 808 devices state it when they register. */
  plate?: string
  /** Of the device's counter at `since`. */
  odometerM: number
  /** Since when its distance is counted: the last report that is already known, for one that goes on. */
  since: number
  /** What is wrong with it; left out: nothing. */
  conduct?: Conduct
}

export interface FleetOptions {
  members: readonly FleetMember[]
  host: string
  ports: { readonly [name in SpokenProtocol]?: number }
  clock: Clock
  movingSeconds: number
  badFrameShare?: number
  bufferedShare?: number
  /** New connections a second while the fleet comes up. */
  connectsPerSecond?: number
}

/** Timers are shared: all devices whose wake falls into the same slot are woken by one. */
const slotMs = 50

/** Thousands of devices in one process. */
export class Fleet {
  readonly counters = new Counters()
  private readonly devices: SimulatedDevice[] = []
  private readonly slots = new Map<number, Set<number>>()
  private readonly slotOf: number[] = []
  private lastSlot: number
  private readonly timer: NodeJS.Timeout

  constructor(options: FleetOptions) {
    const { members, connectsPerSecond = 500 } = options
    this.lastSlot = slotAt(performance.now())
    members.forEach((member, n) => {
      this.slotOf.push(-1)
      this.devices.push(this.createDevice(member, n, options))
      this.wakeIn(n, (n / connectsPerSecond) * 1000)
    })
    this.timer = setInterval(() => this.turn(), slotMs)
  }

  /** The device of a member, by its place in the list. */
  device(n: number): SimulatedDevice {
    return this.devices[n]!
  }

  stop(): void {
    clearInterval(this.timer)
    for (const device of this.devices) device.stop()
  }

  private createDevice(member: FleetMember, n: number, options: FleetOptions): SimulatedDevice {
    const { clock, host, ports, movingSeconds, badFrameShare = 0, bufferedShare = 0 } = options
    const { vehicle, protocol, since } = member
    const port = ports[protocol]
    if (port === undefined) throw new TypeError(`no port for ${protocol}`)
    const kit: Kit = kitOf(vehicle, movingSeconds)
    return new SimulatedDevice({
      driver: createDriver(vehicle, since),
      kit,
      speaker: createSpeaker(protocol, member),
      odometerM: member.odometerM,
      target: { host, port },
      clock,
      random: createRandom(hash(vehicle.seed, 99)),
      badFrameShare,
      bufferedShare,
      conduct: member.conduct ?? {},
      counters: this.counters,
      startTime: Math.max(since, clock.now() - longestCatchUpMs),
      wakeIn: (delayMs) => this.wakeIn(n, delayMs),
    })
  }

  private wakeIn(n: number, delayMs: number): void {
    const slot = Math.max(this.lastSlot + 1, slotAt(performance.now() + delayMs))
    this.slots.get(this.slotOf[n]!)?.delete(n)
    this.slotOf[n] = slot
    const due = this.slots.get(slot)
    if (due) due.add(n)
    else this.slots.set(slot, new Set([n]))
  }

  private turn(): void {
    const slot = slotAt(performance.now())
    while (this.lastSlot < slot) {
      this.lastSlot++
      const due = this.slots.get(this.lastSlot)
      if (!due) continue
      this.slots.delete(this.lastSlot)
      for (const n of due) {
        this.slotOf[n] = -1
        this.devices[n]!.wake()
      }
    }
  }
}

/** A device that was away longer has forgotten what it did not send. */
const longestCatchUpMs = 3_600_000

const slotAt = (ms: number): number => Math.floor(ms / slotMs)
