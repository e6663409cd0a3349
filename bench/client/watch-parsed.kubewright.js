import { measureWatch } from './watched.js'

await measureWatch((event) => event.object.metadata.labels.tier === 'web')
