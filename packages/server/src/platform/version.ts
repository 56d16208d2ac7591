import packageFile from '../../../../package.json' with { type: 'json' }

/** Version of Trackway, as the root's `package.json` has it. */
export const { version } = packageFile

/** When it was made, raised with each version: a clock before this is wrong. */
export const releaseTime = Date.UTC(2026, 10, 20)
