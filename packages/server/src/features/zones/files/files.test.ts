import type { FenceArea } from '@trackway/core/geo/area.ts'
import { describe, expect, test } from 'vitest'
import { readShapes, writeZones } from './files.ts'

const sizes = { lineWidthM: 200, pointRadiusM: 300 }
const areas: FenceArea[] = [
  { shape: 'circle', lat: 31.2, lon: 121.4, radiusM: 500 },
  { shape: 'rectangle', south: -31, north: -30, west: -121.5, east: 121.25 },
  {
    shape: 'polygon',
    corners: [
      { lat: 1, lon: 2 },
      { lat: 1, lon: 3 },
      { lat: -2, lon: 2.5 },
    ],
  },
  {
    shape: 'corridor',
    line: [
      { lat: 1, lon: 2 },
      { lat: 1, lon: 3 },
    ],
    widthM: 90,
  },
]
const named = areas.map((area, i) => ({
  name: `=1 & <b> "${i}"`,
  area,
  more: { note: 'a, b; c', minutes: i },
}))

test.each(['kml', 'geojson', 'csv'] as const)('%s gives back what it was written from', (format) => {
  const valid = named.filter(({ area }) => area.shape !== 'rectangle' || area.east - area.west < 180)
  const { text } = writeZones(
    { format, fileName: 'fences' },
    { list: valid, total: valid.length },
    undefined,
    ({ more }) => more,
  )
  const read = readShapes({ text }, sizes)
  expect(read.format).toBe(format)
  expect(read.list).toMatchObject(
    valid.map(({ name, area, more }, i) => ({
      row: i + 1,
      name,
      area,
      fault: null,
      more: { note: more.note, minutes: `${more.minutes}` },
    })),
  )
})

const kml = (inside: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder>${inside}</Folder></Document></kml>`
const ring = '<LinearRing><coordinates>2,1,0 3,1,0 2.5,-2,0 2,1,0</coordinates></LinearRing>'
const polygon = `<Polygon><outerBoundaryIs>${ring}</outerBoundaryIs></Polygon>`
const withHole = `<Polygon><outerBoundaryIs>${ring}</outerBoundaryIs><innerBoundaryIs>${ring}</innerBoundaryIs></Polygon>`

describe('files of other programs', () => {
  const cases: { what: string; text: string; rows: unknown[] }[] = [
    {
      what: 'placemarks with a polygon, a line, a point and several',
      text: kml(`<Placemark><name>a</name>${polygon}</Placemark>
        <Placemark><name>b</name><LineString><coordinates>2,1 3,1</coordinates></LineString></Placemark>
        <Placemark><Point><coordinates>2,1,5</coordinates></Point></Placemark>
        <Placemark><name>c</name><MultiGeometry>${polygon}${withHole}</MultiGeometry></Placemark>
        <Placemark><name>d</name></Placemark>`),
      rows: [
        { name: 'a', area: areas[2] },
        { name: 'b', area: { ...areas[3], widthM: 200 } },
        { name: '3', area: { shape: 'circle', lat: 1, lon: 2, radiusM: 300 } },
        { name: 'c', area: areas[2] },
        { name: 'c', area: null, fault: 'holes' },
        { name: 'd', area: null, fault: 'noArea' },
      ],
    },
    {
      what: 'a feature with several polygons, and a point with its radius',
      text: JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { Name: 'a' },
            geometry: {
              type: 'MultiPolygon',
              coordinates: [
                [
                  [
                    [2, 1],
                    [3, 1],
                    [2.5, -2],
                    [2, 1],
                  ],
                ],
                [],
              ],
            },
          },
          {
            type: 'Feature',
            properties: { title: 'b', radius: 99 },
            geometry: { type: 'Point', coordinates: [2, 1] },
          },
          null,
        ],
      }),
      rows: [
        { name: 'a', area: areas[2] },
        { name: 'a', area: null, fault: 'noArea' },
        { name: 'b', area: null, fault: 'too_small' },
        { name: '4', area: null, fault: 'noArea' },
      ],
    },
    {
      what: 'a sheet with other headings, in which outlines cross themselves or are out of this world',
      text: '名称,lat,lng,radius,points\r\na,1,2,500,\r\nb,,,,0 0;1 1;1 0;0 1\r\nc,91,2,500,\r\n\r\nd,x,,,',
      rows: [
        { name: 'a', area: { shape: 'circle', lat: 1, lon: 2, radiusM: 500 } },
        { name: 'b', area: null, fault: 'selfCrossing' },
        { name: 'c', area: null, fault: 'too_big' },
        { name: 'd', area: null, fault: 'coordinates' },
      ],
    },
    {
      what: 'placemarks with blanks behind the commas, and one in which a number is missing',
      text: kml(`<Placemark><name>a</name><Point><coordinates>2, 1, 0</coordinates></Point></Placemark>
        <Placemark><name>b</name><LineString><coordinates>2, 1, 20 3, 1, 20</coordinates></LineString></Placemark>
        <Placemark><name>c</name><Polygon><outerBoundaryIs><LinearRing>
          <coordinates>2 , 1 3 , 1 2.5 , -2 2 , 1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
        <Placemark><name>d</name><Point><coordinates>2,</coordinates></Point></Placemark>
        <Placemark><name>e</name><Point><coordinates>2,1, 3,1</coordinates></Point></Placemark>
        <Placemark><name>f</name><LineString><coordinates>2,1 x,1 3,1</coordinates></LineString></Placemark>`),
      rows: [
        { name: 'a', area: { shape: 'circle', lat: 1, lon: 2, radiusM: 300 } },
        { name: 'b', area: { ...areas[3], widthM: 200 } },
        { name: 'c', area: areas[2] },
        { name: 'd', area: null, fault: 'coordinates' },
        { name: 'e', area: null, fault: 'coordinates' },
        { name: 'f', area: null, fault: 'coordinates' },
      ],
    },
    {
      what: 'a sheet whose numbers have a comma, and places that are none',
      text: 'name;latitude;longitude;radius;points\na;48,137;11,5;500,5;\nb;;;;"48,1 11,5;48,2 11,5;48,2 11,6"\nc;48,137;;500;\nd;here;11;500;\ne;;;;"1 2;x 3;1 3;2 2"',
      rows: [
        { name: 'a', area: { shape: 'circle', lat: 48.137, lon: 11.5, radiusM: 500.5 } },
        {
          name: 'b',
          area: {
            shape: 'polygon',
            corners: [
              { lat: 48.1, lon: 11.5 },
              { lat: 48.2, lon: 11.5 },
              { lat: 48.2, lon: 11.6 },
            ],
          },
        },
        { name: 'c', area: null, fault: 'coordinates' },
        { name: 'd', area: null, fault: 'coordinates' },
        { name: 'e', area: null, fault: 'coordinates' },
      ],
    },
    {
      what: 'a sheet with texts that were kept from becoming numbers, and one that was not',
      text: 'name,latitude,longitude,radius\n="0815",="1",="2",300\n8.6E+14,1,2,300',
      rows: [
        { name: '0815', area: { shape: 'circle', lat: 1, lon: 2, radiusM: 300 } },
        { name: '8.6E+14', area: null, fault: 'scientific' },
      ],
    },
    {
      what: 'a sheet of a map service with WKT',
      text: 'WKT,name,description\n"POINT (2 1)",a,x\n"POLYGON ((2 1, 3 1, 2.5 -2, 2 1))",b,\n"LINESTRING Z (2 1 20, 3 1 20)",c,\n"POLYGON ((2 1, 3",d,\n,e,',
      rows: [
        { name: 'a', area: { shape: 'circle', lat: 1, lon: 2, radiusM: 300 } },
        { name: 'b', area: areas[2] },
        { name: 'c', area: { ...areas[3], widthM: 200 } },
        { name: 'd', area: null, fault: 'noArea' },
        { name: 'e', area: null, fault: 'noArea' },
      ],
    },
  ]
  test.each(cases)('$what', ({ text, rows }) => expect(readShapes({ text }, sizes).list).toMatchObject(rows))

  test('names are without signs that no database stores and nobody sees', () => {
    const feature = {
      type: 'Feature',
      properties: { name: ' a\0\n\u202eb\ud800' },
      geometry: { type: 'Point', coordinates: [1, 2] },
    }
    expect(readShapes({ text: JSON.stringify(feature) }, sizes).list).toMatchObject([{ name: 'a b' }])
  })

  test.each([
    { what: 'broken XML', text: '<kml><Placemark></kml>' },
    { what: 'a document type', text: `<!DOCTYPE kml [<!ENTITY a "b">]>${kml('')}` },
    { what: 'XML of a thousand levels', text: `<kml>${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}</kml>` },
    { what: 'broken JSON', text: '{"type": ' },
    { what: 'JSON of something else', text: '[1]' },
    { what: 'a sheet without places', text: 'name,colour\na,red' },
  ])('$what is refused', ({ text }) => expect(() => readShapes({ text }, sizes)).toThrow('fileUnreadable'))
})
