import { gbkText } from '@trackway/protocols/wire/gbk.ts'

/** What a device does with firmware that it is sent. */
export type UpgradeConduct =
  /** Takes it, restarts and has it. */
  | 'installs'
  /** Takes it, says that it worked, restarts, and has the old one. */
  | 'keepsOld'
  /** Takes it and says that it failed. */
  | 'fails'
  /** Takes it and never comes back. */
  | 'vanishes'
  /** Says that it knows no such message. */
  | 'unsupported'
  /** Says that the first part is wrong. */
  | 'refuses'
  /** Says nothing at all. */
  | 'mute'

export interface UpgradeOptions {
  firmware?: string
  hardware?: string
  conduct?: UpgradeConduct
  /** Whether the next part, or the answer to it, is lost on its way. */
  loses?: () => boolean
  makerBytes?: number
}

interface Firmware {
  version: string
  data: Uint8Array
}

const results = { ok: 0, wrong: 2, unsupported: 3 }

/** The side of JT/T 808 8108 that takes firmware: joins its parts and has its version afterwards. */
export class UpgradeTaker {
  firmware: string
  readonly hardware: string
  readonly conduct: UpgradeConduct
  /** The last file that came whole. */
  taken: Firmware | null = null
  readonly loses: () => boolean
  readonly #makerBytes: number
  /** Of the set under way, by the serial of its first part. */
  #firstSerial = -1
  #parts = new Map<number, Uint8Array>()

  constructor(options: UpgradeOptions = {}) {
    const { firmware = 'TW808-2.4', hardware = 'TW-B2', conduct = 'installs' } = options
    this.firmware = firmware
    this.hardware = hardware
    this.conduct = conduct
    this.loses = options.loses ?? (() => false)
    this.#makerBytes = options.makerBytes ?? 5
  }

  /** @returns the result for 0001, null: none; and whether the file is whole with this part */
  part(
    serial: number,
    parts: { total: number; number: number } | null,
    body: Uint8Array,
  ): { result: number | null; isWhole: boolean } {
    if (this.conduct === 'mute') return { result: null, isWhole: false }
    if (this.conduct === 'unsupported') return { result: results.unsupported, isWhole: false }
    if (this.conduct === 'refuses') return { result: results.wrong, isWhole: false }
    const { total, number } = parts ?? { total: 1, number: 1 }
    const first = (serial - number + 1) & 0xffff
    if (first !== this.#firstSerial) {
      this.#firstSerial = first
      this.#parts = new Map()
    }
    const isNew = !this.#parts.has(number)
    this.#parts.set(number, body.slice())
    const isWhole = isNew && this.#parts.size === total
    if (isWhole) this.taken = this.#joined(total)
    return { result: results.ok, isWhole }
  }

  /** After the restart it has what it took, unless it is one that does not. */
  restart(version: string): void {
    if (this.conduct === 'installs') this.firmware = version
  }

  #joined(total: number): Firmware {
    const bytes = Buffer.concat(Array.from({ length: total }, (_, index) => this.#parts.get(index + 1)!))
    const versionAt = 1 + this.#makerBytes
    const dataAt = versionAt + 1 + bytes[versionAt]! + 4
    const version = gbkText(bytes.subarray(versionAt + 1, dataAt - 4))
    return { version, data: bytes.subarray(dataAt, dataAt + bytes.readUInt32BE(dataAt - 4)) }
  }
}

/** A link to firmware in 8105 command 1: what is needed of its eleven fields. */
export function readLink(parameters: string): { url: string; version: string } {
  const fields = parameters.split(';')
  return { url: fields[0] ?? '', version: fields[9] ?? '' }
}
