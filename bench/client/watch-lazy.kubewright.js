import { measureWatch } from './watched.js'

await measureWatch((event) => event.labels.tier === 'web' && event.resourceVersion !== '' && event.name !== '')
