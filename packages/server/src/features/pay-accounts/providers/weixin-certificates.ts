import type { KeyObject, X509Certificate } from 'node:crypto'

/** Younger than half a day, as WeChat Pay wants it: a new certificate is listed a day before it is used. */
const refreshMs = 10 * 3_600_000
/** A serial that nobody knows makes us ask at most so often, and after a failure. */
const pauseMs = 60_000
const failurePauseMs = 5_000

export type CertificatesBySerial = ReadonlyMap<string, X509Certificate>

/** The certificates that WeChat Pay signs its messages to a merchant with: several while they rotate. */
export class PlatformCertificates {
  #bySerial: CertificatesBySerial = new Map()
  #dueTime = { known: Number.NEGATIVE_INFINITY, unknown: Number.NEGATIVE_INFINITY }
  #loading: Promise<void> | null = null

  /**
   * @param load gets them of WeChat Pay: where it fails, those that are known are good
   * @returns null: there is none of this serial, or its time is not now
   */
  async keyOf(
    serial: string,
    now: number,
    load: () => Promise<CertificatesBySerial>,
  ): Promise<KeyObject | null> {
    if (now >= this.#dueTime[this.#bySerial.has(serial) ? 'known' : 'unknown']) {
      this.#loading ??= this.#reload(now, load).finally(() => {
        this.#loading = null
      })
      await this.#loading
    }
    const certificate = this.#bySerial.get(serial)
    return certificate && isValid(certificate, now) ? certificate.publicKey : null
  }

  /** The one that is valid for longest, which we want to be answered by; null: none is known. */
  newestSerial(now: number): string | null {
    const valid = [...this.#bySerial].filter(([, certificate]) => isValid(certificate, now))
    const [newest] = valid.sort(([, a], [, b]) => b.validToDate.getTime() - a.validToDate.getTime())
    return newest?.[0] ?? null
  }

  async #reload(now: number, load: () => Promise<CertificatesBySerial>): Promise<void> {
    try {
      this.#bySerial = await load()
      this.#dueTime = { known: now + refreshMs, unknown: now + pauseMs }
    } catch {
      this.#dueTime = { known: now + pauseMs, unknown: now + failurePauseMs }
    }
  }
}

const isValid = ({ validFromDate, validToDate }: X509Certificate, now: number) =>
  validFromDate.getTime() <= now && now <= validToDate.getTime()
