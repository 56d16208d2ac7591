/**
 * What an account is called to people outside it. Names are free text: without signs, no address in them becomes a link
 * to people who have not agreed to anything.
 */
export function senderName({ username, nickname }: { username: string; nickname: string | null }): string {
  const plain = (nickname ?? '').replace(/[^\p{L}\p{N}&-]+/gu, ' ').trim()
  return plain || username.replace(/@.*$/, '')
}
