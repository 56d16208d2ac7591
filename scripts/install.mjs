// Installs the dependencies if they are missing or older than the lock file; --production: what running needs.
import { installIfNeeded } from './runtime.mjs'

installIfNeeded({ withoutDevelopment: process.argv.includes('--production') })
