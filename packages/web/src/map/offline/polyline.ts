/** Steps of the lines in `provinces.txt`, to a degree. */
const stepsPerDegree = 200

/** Reads a line of the encoding of polylines: differences, east before north, five bits a character. */
export function readPolyline(text: string): [lon: number, lat: number][] {
  const line: [number, number][] = []
  let at = 0
  const next = () => {
    let value = 0
    let shift = 0
    let bits: number
    do {
      bits = text.charCodeAt(at++) - 63
      value |= (bits & 31) << shift
      shift += 5
    } while (bits >= 32)
    return value & 1 ? ~(value >> 1) : value >> 1
  }
  let [lon, lat] = [0, 0]
  while (at < text.length) {
    lon += next()
    lat += next()
    line.push([lon / stepsPerDegree, lat / stepsPerDegree])
  }
  return line
}
