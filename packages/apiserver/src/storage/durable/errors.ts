import { defineErrors } from '@kubewright/core/errors'

export const storageErrors = defineErrors({
  KW_STORAGE_ENGINE: {
    summary: 'The storage engine for data directories cannot be loaded.',
    cause: 'The optional dependency `classic-level` is not installed, or has no binary for this platform.',
    remedy: 'Install `classic-level`, or run without a data directory.',
  },
  KW_STORAGE_DIRECTORY: {
    summary: 'A data directory cannot be used.',
    cause: 'It cannot be created or written to, is a file, or contains files of another program.',
    remedy: 'Use a directory that is empty, does not exist yet, or already is a data directory.',
  },
  KW_STORAGE_LOCKED: {
    summary: 'A data directory is in use by another server.',
    cause: 'A server in this process or in another one stores its objects there.',
    remedy: 'Stop the other server, or use another directory.',
  },
  KW_STORAGE_FORMAT: {
    summary: 'A data directory has a format that this version cannot read.',
    cause: 'A newer version of Kubewright wrote it.',
    remedy: 'Use the newer version of Kubewright, or start with another directory.',
  },
  KW_STORAGE_CORRUPT: {
    summary: 'A data directory is damaged: a file in it is missing or was changed.',
    cause: 'Files were removed, edited or copied while in use, or the disk is failing.',
    remedy: 'Restore the directory from a backup, or remove it and start with an empty one.',
  },
  KW_STORAGE_WRITE: {
    summary: 'A write to the data directory failed. The request was refused and had no effect.',
    cause: 'The disk is full or failing.',
    remedy: 'Free disk space: writes then succeed again without a restart. Replace a failing disk.',
  },
})
