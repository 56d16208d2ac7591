import { wallTime } from '@trackway/core/rules/wall-time.ts'
import { noAltitude, type Track } from '@trackway/core/track/columns.ts'
import { reasonText, trackText } from './texts.ts'
import {
  degrees,
  isGap,
  isHidden,
  isPlaced,
  pointsPerPiece,
  type Stop,
  type TrackFile,
} from './track-file.ts'
import { xmlHead, xmlText, xmlTime } from './xml.ts'

/**
 * KML 2.2 with Google's time track, so that it can be played as well as looked at. Each `gx:Track` is a run of
 * points without a gap, or a part of one that begins with the last point of the part before.
 * Source: OGC 07-147r2; developers.google.com/kml/documentation/kmlreference#gxmultitrack
 */
export async function* writeKml(file: TrackFile): AsyncGenerator<string> {
  const name = xmlText(file.name)
  const about = xmlText(file.facts.map(([label, value]) => `${label}: ${value}`).join('\n'))
  yield `${xmlHead}<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
<Document><name>${name}</name><description>${about}</description>
<Style id="track"><LineStyle><color>ffe6781e</color><width>4</width></LineStyle></Style>
<Style id="hidden"><IconStyle><color>ff888888</color><scale>0.5</scale></IconStyle><LabelStyle><scale>0</scale></LabelStyle></Style>
<Placemark><name>${xmlText(trackText(file.language, 'track'))}</name><styleUrl>#track</styleUrl><gx:MultiTrack>
`
  yield* tracks(file)
  yield '</gx:MultiTrack></Placemark>\n'
  yield stopsOf(file, await file.stops())
  if (file.withHidden) yield* hiddenPoints(file)
  yield '</Document>\n</kml>\n'
}

async function* tracks(file: TrackFile): AsyncGenerator<string> {
  let before: { time: number; coord: string } | null = null
  for await (const track of file.read()) {
    let [whens, coords, count] = ['', '', 0]
    for (let i = 0; i < track.length; i++) {
      if (!isPlaced(track, i) || isHidden(track, i)) continue
      const here = { time: track.fixTime[i]!, coord: coordOf(track, i) }
      const isNewRun = before !== null && isGap(before.time, here.time)
      if (whens !== '' && (isNewRun || count >= pointsPerPiece)) {
        yield trackOf(whens, coords)
        ;[whens, coords, count] = ['', '', 0]
      }
      if (before !== null && !isNewRun && whens === '') {
        ;[whens, coords] = [whenOf(before.time), before.coord]
      }
      whens += whenOf(here.time)
      coords += here.coord
      before = here
      count++
    }
    if (whens !== '') yield trackOf(whens, coords)
  }
}

const trackOf = (whens: string, coords: string) => `<gx:Track>\n${whens}${coords}</gx:Track>\n`
const whenOf = (time: number) => `<when>${xmlTime(time)}</when>\n`

function coordOf(track: Track, i: number): string {
  const altitude = track.altitudeM[i] === noAltitude ? 0 : track.altitudeM[i]!
  return `<gx:coord>${degrees(track.lonE7[i]!)} ${degrees(track.latE7[i]!)} ${altitude}</gx:coord>\n`
}

/** Numbered, with hours and minutes. */
function stopsOf({ language, timeZone }: TrackFile, stops: readonly Stop[]): string {
  const placemarks = stops.map(({ from, to, lat, lon }, i) => {
    const minutes = Math.round((to - from) / 60_000)
    const length = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
    const times = `${wallTime(from, timeZone)} – ${wallTime(to, timeZone)}`
    const span = `<TimeSpan><begin>${xmlTime(from)}</begin><end>${xmlTime(to)}</end></TimeSpan>`
    const place = `${lon.toFixed(6)},${lat.toFixed(6)}`
    return `<Placemark><name>${i + 1} · ${length}</name><description>${times}</description>${span}<Point><coordinates>${place}</coordinates></Point></Placemark>\n`
  })
  return `<Folder><name>${xmlText(trackText(language, 'stops'))}</name>\n${placemarks.join('')}</Folder>\n`
}

async function* hiddenPoints(file: TrackFile): AsyncGenerator<string> {
  yield `<Folder><name>${xmlText(trackText(file.language, 'hiddenPoints'))}</name><visibility>0</visibility>\n`
  for await (const track of file.read()) {
    let piece = ''
    for (let i = 0; i < track.length; i++) {
      if (!isPlaced(track, i) || !isHidden(track, i)) continue
      const reason = xmlText(reasonText(file.language, track.quality[i]!))
      const place = `${degrees(track.lonE7[i]!)},${degrees(track.latE7[i]!)}`
      piece += `<Placemark><name>${reason}</name><visibility>0</visibility><TimeStamp>${whenOf(track.fixTime[i]!).trim()}</TimeStamp><styleUrl>#hidden</styleUrl><Point><coordinates>${place}</coordinates></Point></Placemark>\n`
    }
    if (piece !== '') yield piece
  }
  yield '</Folder>\n'
}
