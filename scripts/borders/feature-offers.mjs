/**
 * What a feature of the server or the web offers to other features: these files and no others. A feature that needs
 * something else of another adds a line here, which a reviewer sees.
 */
export const featureOffers = {
  server: {
    geocoding: ['start-geocoding.ts'],
    devices: ['find-device-id.ts', 'state-sql.ts'],
    episodes: ['day-distances.ts', 'processing/ensure-current.ts', 'queries.ts'],
    exports: ['requester.ts', 'files.ts', 'formats/cells.ts', 'formats/csv.ts', 'make-file.ts', 'queries.ts'],
    statistics: [
      'episode-queries.ts',
      'past-due-queries.ts',
      'pending.ts',
      'report-filter.ts',
      'sum-queries.ts',
    ],
    'track-settings': ['resolve.ts'],
    'track-storage': [
      'packed-day.ts',
      'packed-readings.ts',
      'read-extras.ts',
      'read-track.ts',
      'track-rows.ts',
    ],
    tracks: ['alarms.ts', 'track-replies.ts'],
  },
  web: {
    devices: ['search.ts', 'use-devices.ts'],
    exports: ['ExportButton.tsx', 'ExportsTab.tsx', 'exports.css'],
    locations: ['card/card-facts.tsx'],
    'report-schedules': ['ScheduleForm.tsx', 'ScheduleList.tsx', 'schedule-fields.ts'],
    statistics: ['report-filter/VehiclePicker.tsx', 'statistics.css'],
    'track-settings': ['DeviceSettings.tsx', 'TrackSettingsButton.tsx'],
  },
}
