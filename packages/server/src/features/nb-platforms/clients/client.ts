/** What the platform asks of the platform of a network. Each throws a `PlatformRefused`. */
export interface NbClient {
  /** Asks it to push to this address, also where it does so already. @returns what it was asked to push */
  subscribe(pushUrl: string): Promise<string[]>
  /** Makes a device known there. @returns what it calls the device */
  register(imei: string): Promise<string>
  /** Hands over what a device is to be told; it waits there for the device at most so long. */
  send(command: NbCommand): Promise<SentCommand>
}

export interface NbCommand {
  /** What the platform calls the device. */
  platformDeviceId: string
  /** A text of the device's own protocol, or its bytes in hex. */
  payload: string
  isHex: boolean
  validS: number
  /** Where its outcome is pushed to. */
  pushUrl: string
}

export interface SentCommand {
  /** What pushes call the command. */
  commandId: string
  /** The platform's own word for its state. */
  state: string
}
