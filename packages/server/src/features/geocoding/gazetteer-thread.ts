import { parentPort } from 'node:worker_threads'
import { buildGazetteer } from './build-gazetteer.ts'

/** The thread that makes the gazetteer and hands it over without copying it. */
const block = buildGazetteer()
parentPort?.postMessage(block, [block])
