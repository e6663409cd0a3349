import { report } from '../harness/report.js'

const before = process.memoryUsage().rss
const start = performance.now()
await import('@kubewright/client')
report({ ms: performance.now() - start, rssMb: (process.memoryUsage().rss - before) / 2 ** 20 })
