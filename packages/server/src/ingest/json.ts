/** Escapes that JSON allows and PostgreSQL refuses: the character 0 and halves of surrogate pairs. */
const refused = /\\u(?:0000|d[89a-f][0-9a-f]{2})/gi

/** JSON that PostgreSQL's jsonb takes, whatever text a device sent. */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value)
  return json.includes('\\u') ? json.replace(refused, '\\ufffd') : json
}
