/**
 * Settings of the embedded server: small, with full durability (a commit is on disk before it is
 * acknowledged). Passed on the command line, so that the values of a new release apply to old
 * clusters.
 */
export function serverSettings(socketPath: string): Readonly<Record<string, string>> {
  return {
    listen_addresses: '',
    unix_socket_directories: socketPath.replaceAll('"', '""').replace(/^.*$/, '"$&"'),
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '64MB',
    work_mem: '4MB',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // No replicas: less is written, and none of their processes run.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_wal_size: '512MB',
    checkpoint_timeout: '15min',
    // For two cores and short queries, parallel workers and compilation cost more than they save.
    io_method: 'sync',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    max_worker_processes: '2',
    autovacuum_max_workers: '2',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
  };
}

/**
 * Access rules: only this process's own user is admitted, as verified by the kernel (`peer`). No
 * secret has to be stored, and another user who gets past the socket's directory is still rejected.
 * So is `nobodyUser`, which PostgreSQL itself may run as.
 */
export function accessRules(clientName: string): Readonly<Record<string, string>> {
  return {
    'pg_hba.conf': 'local all shotwright peer map=owner\n',
    'pg_ident.conf': `owner "${clientName.replaceAll('"', '""')}" shotwright\n`,
  };
}
