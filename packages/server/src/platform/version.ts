import packageFile from '../../../../package.json' with { type: 'json' }

/** Version of Trackway, as the root's `package.json` has it. */
export const { version } = packageFile
