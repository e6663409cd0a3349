/** The peak resident memory of a process that runs all queries on the twelve richer nodes, in bytes, on standard output. */
import { findPlan, recoveries } from '@kubewright/protocol'
import { rich } from './applications.js'

const { topology, up } = rich()
findPlan(topology, { to: up })
findPlan(topology, { from: up, to: topology.initial })
recoveries(topology, up)
process.stdout.write(String(process.resourceUsage().maxRSS * 1_024))
