import { describe, expect, test } from 'vitest'
import { decodeText, type Encoding } from './decode-text.ts'

const alphabets = new Map<Encoding, Map<string, number[]>>()

/** The bytes of a text: what `TextDecoder` reads as its letters. */
function encode(text: string, encoding: Encoding): Uint8Array {
  const known = alphabets.get(encoding) ?? alphabetOf(encoding)
  alphabets.set(encoding, known)
  return Uint8Array.from([...text].flatMap((letter) => known.get(letter) ?? [0]))
}

function alphabetOf(encoding: Encoding): Map<string, number[]> {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, number[]>()
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const letter = decoder.decode(Uint8Array.of(high, low))
      if ([...letter].length === 1 && letter !== '\ufffd') bytesOf.set(letter, [high, low])
    }
  for (let byte = 0; byte < 0x100; byte++) bytesOf.set(decoder.decode(Uint8Array.of(byte)), [byte])
  return bytesOf
}

const sheetOf = (names: readonly string[]) =>
  ['IMEI;Device type;Name', ...names.map((name, i) => `86720000000${1000 + i};Gt06;${name}`)].join('\r\n')

const sheets: [Encoding, string[]][] = [
  ['windows-1252', ['Müller Spedition Köln', 'Ångström Ñandú']],
  ['windows-1252', ['Straßenbahn Nürnberg']],
  ['windows-1252', ['Véhicule à Besançon', 'Hélène Forêt']],
  ['windows-1252', ['Camión Peña', 'Señor Muñoz']],
  ['windows-1252', ['Transportes São João', 'Caminhões nº 2']],
  ['windows-1252', ['Næstved Køretøjer', 'Tromsø Bil']],
  ['windows-1252', ['Reykjanesbær', 'Egilsstaðir']],
  ['windows-1252', ['Carrè', 'Mondovì']],
  ['windows-1250', ['Łódź ciężarówka', 'Wojciech Żółć']],
  ['windows-1250', ['Dostawa Poznań']],
  ['windows-1250', ['Škoda Octavia', 'Řezník Příbram']],
  ['windows-1250', ['Győr teherautó', 'Kőszegi Ödön']],
  ['windows-1250', ['Čačak kamion', 'Žarko Šarić']],
  ['windows-1251', ['Иванов Пётр', 'Газель']],
  ['windows-1251', ['Камаз']],
  ['windows-1251', ['Київ вантажівка', 'Сергій']],
  ['windows-1251', ['София камион']],
  ['gb18030', ['粤B12345']],
  ['gb18030', ['张三', '京A88888']],
  ['gb18030', ['深圳物流一号车']],
  ['big5', ['台北物流', '王小明']],
  ['big5', ['高雄一號車']],
  ['windows-874', ['รถบรรทุก กรุงเทพ']],
  ['windows-874', ['สมชาย', 'ทะเบียน กข 1234']],
]

describe('a sheet without a mark', () => {
  test.each(sheets)('in %s: %j', (encoding, names) => {
    const text = sheetOf(names)
    expect(decodeText(encode(text, encoding))).toEqual({ text, encoding })
  })

  test('in UTF-8, also where one letter of it is broken', () => {
    const bytes = new TextEncoder().encode(
      sheetOf(['Müller Spedition Köln', '张三', 'Иванов Пётр и сыновья']),
    )
    expect(decodeText(bytes).text).toContain('Müller Spedition Köln')
    expect(decodeText(Uint8Array.of(...bytes, 0xe5)).encoding).toBe('utf-8')
  })
})

test.each([
  ['utf-16le', true],
  ['utf-16le', false],
  ['utf-16be', true],
  ['utf-16be', false],
] as const)('a sheet in %s, with a mark: %s', (encoding, isMarked) => {
  const text = sheetOf(['Müller', '张三'])
  const units = [...(isMarked ? '\ufeff' : ''), ...text].map((letter) => letter.charCodeAt(0))
  const bytes = units.flatMap((unit) => {
    const [low, high] = [unit & 0xff, unit >> 8]
    return encoding === 'utf-16le' ? [low, high] : [high, low]
  })
  expect(decodeText(Uint8Array.from(bytes))).toEqual({ text, encoding })
})

test('an XML file says itself what it is written in', () => {
  const text = '<?xml version="1.0" encoding="windows-1251"?><kml>X ÿ</kml>'
  expect(decodeText(encode(text.replace('ÿ', 'я'), 'windows-1251')).encoding).toBe('windows-1251')
})

test('the encoding that is chosen goes before the content', () => {
  const bytes = encode('Müller', 'windows-1252')
  expect(decodeText(bytes, 'windows-1251')).toEqual({ text: 'Mьller', encoding: 'windows-1251' })
})
