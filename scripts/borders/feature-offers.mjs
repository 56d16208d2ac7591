/**
 * What a feature of the server or the web offers to other features: these files and no others. A feature that needs
 * something else of another adds a line here, which a reviewer sees.
 */
export const featureOffers = {
  server: {
    fences: ['queries.ts'],
    geocoding: ['start-geocoding.ts'],
    accounts: [
      'changes/account-rules.ts',
      'changes/many-accounts.ts',
      'login-attempts.ts',
      'self.ts',
      'sessions.ts',
    ],
    'import-counts': ['device-limits.ts', 'ledger.ts'],
    'demo-account': ['queries.ts'],
    devices: [
      'changes/lock-devices.ts',
      'changes/reset-devices.ts',
      'changes/set-devices.ts',
      'changes/set-expiry.ts',
      'changes/transfer-devices.ts',
      'device-keys.ts',
      'find-device-id.ts',
      'passwords.ts',
      'pictures.ts',
      'state-sql.ts',
    ],
    'owner-records': ['queries.ts'],
    'service-ends': ['tell-ends.ts'],
    episodes: ['day-distances.ts', 'processing/ensure-current.ts', 'queries.ts'],
    exports: ['requester.ts', 'files.ts', 'make-file.ts', 'queries.ts'],
    statistics: ['episode-queries.ts', 'pending.ts', 'report-filter.ts', 'sum-queries.ts'],
    locations: ['queries.ts', 'live-state.ts'],
    'track-settings': ['queries.ts', 'resolve.ts'],
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
    accounts: ['use-agent-tabs.ts', 'ChangePasswordDialog.tsx'],
    system: ['ApiKeyList.tsx', 'Notices.tsx'],
    notifications: ['BrowserNotices.tsx', 'browser-push.ts'],
    exports: ['ExportButton.tsx', 'ExportsTab.tsx'],
    fences: ['FencesOnMap.tsx'],
    locations: ['card/card-facts.tsx'],
    'live-shares': ['LiveShareDialog.tsx'],
    'report-schedules': ['ScheduleForm.tsx', 'ScheduleList.tsx'],
    'track-settings': ['DeviceLinks.tsx', 'DeviceSettings.tsx', 'TrackSettingsButton.tsx'],
    'service-ends': ['DueSummary.tsx', 'RenewalHelp.tsx'],
    tracks: ['dialogs/ExplainedMileage.tsx'],
  },
}
