import { encodeLogin, encodeReply } from '@trackway/protocols/gt06/encode.ts'
import { eventually, TestDeviceSocket } from '../test-gateway.ts'

/** A command as it came, and the connection that it came by. */
interface SentReports {
  flag: number
  text: string
  socket: TestDeviceSocket
}

const loginAnswer = '787805010001d9dc0d0a'
const command = /7878..80..([0-9a-f]{8})((?:[0-9a-f]{2})*?)0002[0-9a-f]{8}0d0a/

/** A GT06 device that connects to one gateway after the other, and remembers each command that any of them sends. */
export class RovingDevice {
  readonly imei: string
  /** Texts of the commands, in the order in which they came. */
  readonly executed: string[] = []
  /** What was answered to each, and by which connection. */
  readonly answered = new Map<string, { reply: string; socket: TestDeviceSocket }>()
  readonly #sockets: TestDeviceSocket[] = []
  readonly #unanswered: SentReports[] = []
  #isObeying = false
  /** Counts calls to connect and to hang up. */
  #moves = 0

  constructor(imei: string) {
    this.imei = imei
  }

  /** The connection that it had is left as it is. One that is closed for it is opened anew. */
  connect(port: number): Promise<void> {
    return this.#connect(port, ++this.#moves)
  }

  async #connect(port: number, move: number): Promise<void> {
    const socket = new TestDeviceSocket(port)
    this.#sockets.push(socket)
    socket.send(encodeLogin(this.imei, 1))
    await eventually(
      () => socket.received.startsWith(loginAnswer) || !socket.isOpen || this.#moves !== move,
      (is) => is,
    )
    if (this.#moves !== move) return
    if (!socket.isOpen) return this.#connect(port, move)
    // From here on each command counts, whether anybody waits for it or not.
    socket.received = socket.received.slice(loginAnswer.length)
    socket.socket.on('data', () => this.#read(socket))
    socket.socket.on('close', () => {
      if (this.#moves === move) this.#connect(port, move).catch(() => {})
    })
    this.#read(socket)
  }

  /** Is it the connection that it has now? */
  isConnectedBy(socket: TestDeviceSocket): boolean {
    return socket === this.#sockets.at(-1)
  }

  /** The next command that has not been answered, on the connection that it has now. */
  async nextCommand(): Promise<SentReports> {
    const found = await eventually(
      () => this.#unanswered.find(({ socket }) => this.isConnectedBy(socket)),
      (command) => command !== undefined,
    )
    return found!
  }

  /** Answers by the connection that the command came by. */
  answers(received: SentReports): void {
    const { flag, text, socket } = received
    this.#unanswered.splice(this.#unanswered.indexOf(received), 1)
    const reply = `${text}=${flag}`
    this.answered.set(text, { reply, socket })
    socket.send(encodeReply(flag, reply, 9))
  }

  /** From now on it answers every command, and those unanswered on the connection that it has. */
  obeys(): void {
    this.#isObeying = true
    for (const received of [...this.#unanswered])
      if (this.isConnectedBy(received.socket)) this.answers(received)
  }

  /** Hangs up. */
  end(): void {
    this.#moves++
    for (const socket of this.#sockets) socket.end()
  }

  #read(socket: TestDeviceSocket): void {
    for (let found = command.exec(socket.received); found; found = command.exec(socket.received)) {
      socket.received = socket.received.slice(found.index + found[0].length)
      const received = {
        flag: Number.parseInt(found[1]!, 16),
        text: Buffer.from(found[2]!, 'hex').toString(),
        socket,
      }
      this.executed.push(received.text)
      this.#unanswered.push(received)
      if (this.#isObeying) this.answers(received)
    }
  }
}
