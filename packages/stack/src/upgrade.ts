/** Upgrades between versions of a stack: the state machine and its rules. Pure. */
export type { SkewRule, UpgradeStep } from './upgrade/stack-version.ts'
export { decideUpgrade, type Health, type UpgradeDecision, type UpgradeSituation } from './upgrade/upgrade-machine.ts'
