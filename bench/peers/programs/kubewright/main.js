/** The benchmark's operator on Kubewright. Runs on the built packages, as an application would. */
import { loadConfig } from '@kubewright/client'
import { untilSignal } from '@kubewright/manager'
import { follow } from './follow.js'
import { operate } from './operate.js'
import { emit } from './progress.js'
import { readSettings } from './settings.js'

emit('started')
const settings = readSettings(process.env)
const run = settings.mode === 'sync' ? follow : operate
await run(await loadConfig(), settings, untilSignal('SIGTERM', 'SIGINT'))
