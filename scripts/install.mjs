// Installs the dependencies if they are missing or older than the lock file.
import { installIfNeeded } from './runtime.mjs'

installIfNeeded()
