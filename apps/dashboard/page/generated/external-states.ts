// Made by `npm run generate` from @kubewright/external; edits are lost.

export const externalStates: readonly string[] = [
  'Pending',
  'Creating',
  'Updating',
  'Verifying',
  'Completing',
  'Succeeded',
  'Recreating',
  'Failed',
  'Terminating',
]

/** From where to where; `look` is a look at the external resource. */
export const externalWays: readonly string[] = [
  'look Creating',
  'look Recreating',
  'look Updating',
  'look Verifying',
  'look Succeeded',
  'look Failed',
  'look Pending',
  'look Completing',
  'Creating Verifying',
  'Creating look',
  'Creating Failed',
  'Updating Verifying',
  'Updating look',
  'Updating Failed',
  'Recreating look',
  'Recreating Recreating',
  'Recreating Failed',
  'Completing Succeeded',
  'Completing Failed',
  'Terminating Terminating',
]
