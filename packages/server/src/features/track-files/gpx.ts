import { noAltitude, type Track } from '@trackway/core/track/columns.ts'
import { reasonText } from './texts.ts'
import { degrees, isGap, isHidden, isPlaced, pointsPerPiece, type TrackFile } from './track-file.ts'
import { xmlHead, xmlText, xmlTime } from './xml.ts'

/**
 * GPX 1.1, elements in the order of its schema; speed and course in Garmin's extension, which other programs read.
 * A segment ends where nothing was reported for minutes. Hidden points are way points with the reason as their name.
 * Source: topografix.com/GPX/1/1/gpx.xsd, garmin.com/xmlschemas/TrackPointExtensionv2.xsd
 */
export async function* writeGpx(file: TrackFile): AsyncGenerator<string> {
  const name = xmlText(file.name)
  const about = xmlText(file.facts.map(([label, value]) => `${label}: ${value}`).join('; '))
  yield `${xmlHead}<gpx version="1.1" creator="Trackway" xmlns="http://www.topografix.com/GPX/1/1"
  xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
<metadata><name>${name}</name><desc>${about}</desc></metadata>
`
  if (file.withHidden) {
    yield* pieces(file, true, (track, i) => {
      const reason = xmlText(reasonText(file.language, track.quality[i]!))
      return `${pointHead('wpt', track, i)}<name>${reason}</name></wpt>\n`
    })
  }
  yield `<trk><name>${name}</name>`
  let before = Number.NEGATIVE_INFINITY
  yield* pieces(file, false, (track, i) => {
    const time = track.fixTime[i]!
    const begin =
      before === Number.NEGATIVE_INFINITY
        ? '\n<trkseg>\n'
        : isGap(before, time)
          ? '</trkseg>\n<trkseg>\n'
          : ''
    before = time
    return `${begin}${pointHead('trkpt', track, i)}${pointTail(track, i)}</trkpt>\n`
  })
  yield `${before === Number.NEGATIVE_INFINITY ? '' : '</trkseg>\n'}</trk>\n</gpx>\n`
}

/** Placed points, either the hidden ones or the others. */
async function* pieces(
  file: TrackFile,
  hidden: boolean,
  write: (track: Track, i: number) => string,
): AsyncGenerator<string> {
  for await (const track of file.read()) {
    for (let from = 0; from < track.length; from += pointsPerPiece) {
      let piece = ''
      for (let i = from; i < Math.min(track.length, from + pointsPerPiece); i++) {
        if (isPlaced(track, i) && isHidden(track, i) === hidden) piece += write(track, i)
      }
      if (piece !== '') yield piece
    }
  }
}

function pointHead(element: string, track: Track, i: number): string {
  const altitude = track.altitudeM[i]!
  const ele = altitude === noAltitude ? '' : `<ele>${altitude}</ele>`
  const time = xmlTime(track.fixTime[i]!)
  return `<${element} lat="${degrees(track.latE7[i]!)}" lon="${degrees(track.lonE7[i]!)}">${ele}<time>${time}</time>`
}

function pointTail(track: Track, i: number): string {
  const satellites = track.satellites[i]!
  const sat = satellites < 0 ? '' : `<sat>${satellites}</sat>`
  const kmh = track.speedKmh[i]!
  const course = track.courseDeg[i]!
  const speed = Number.isNaN(kmh) ? '' : `<gpxtpx:speed>${(kmh / 3.6).toFixed(2)}</gpxtpx:speed>`
  const heading = course < 0 ? '' : `<gpxtpx:course>${course}</gpxtpx:course>`
  if (speed + heading === '') return sat
  return `${sat}<extensions><gpxtpx:TrackPointExtension>${speed}${heading}</gpxtpx:TrackPointExtension></extensions>`
}
