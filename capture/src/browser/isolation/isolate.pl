# Starts a command in its own network, mount, PID, IPC and UTS namespaces, with its own view of the
# file system and a system call filter, and supervises it. Arguments: name=value words, `--`, and the
# command; without a command it only verifies that everything can be set up. Descriptor 5 is the IPC
# channel of the Node process that started it (isolated-command.ts); that process may request listening sockets of
# the network namespace over it.
use strict;
use warnings;

my (%option, @view, %environment, @attempts);
while (defined(my $word = shift @ARGV)) {
  last if $word eq '--';
  my ($name, $value) = split /=/, $word, 2;
  if ($name eq 'ro' || $name eq 'rw') { push @view, [$name, $value] }
  elsif ($name eq 'env') { my ($key, $text) = split /=/, $value, 2; $environment{$key} = $text }
  elsif ($name eq 'try') { push @attempts, $value }
  else { $option{$name} = $value }
}

# System call numbers of x64 and arm64, constants of their header files.
my %calls = (
  capset => [126, 91], mount => [165, 40], mount_setattr => [442, 442], pidfd_open => [434, 434],
  pivot_root => [155, 41], prctl => [157, 167], prlimit64 => [302, 261], sendmsg => [46, 211], setgroups => [116, 159],
  setresgid => [119, 149], setresuid => [117, 147], umount2 => [166, 39], unshare => [272, 97],
);
my ($set_death_signal, $set_dumpable, $set_seccomp, $set_no_new_privileges) = (1, 4, 22, 38);
my ($read_only, $no_setuid, $no_devices, $no_programs) = (1, 2, 4, 8);
my ($bind, $recursive, $private) = (4096, 16384, 1 << 18);
my ($new_user, $new_others) = (0x10000000, 0x6c020000); # PID, network, IPC, UTS and mount
my ($inet, $stream, $datagram) = (2, 1, 2);
my ($limit_core, $limit_processes) = (4, 6);
my $channel = 5;

my $parent = getppid();
# Set before the command starts, because its processes and threads inherit it.
setpriority(0, 0, $option{priority}) if defined $option{priority};
exit_with_parent();
enter_user_namespace() if $option{user};
must('create namespaces', 'unshare', $new_others);
start_loopback();
my $pid = fork() // fail('fork');
run_command() if $pid == 0;
drop_privileges();
exit 1 if getppid() != $parent;
close_descriptor($_) for 3, 4;
supervise();

sub fail {
  print STDERR "isolation: $_[0]: $!\n";
  exit 125;
}

# Perl passes a number as a number and a string as a pointer, and only if the string may be changed.
sub call {
  my ($name, @arguments) = @_;
  return syscall $calls{$name}[$option{arch} eq 'arm64' ? 1 : 0], @arguments;
}

sub must {
  my ($step, @arguments) = @_;
  call(@arguments) == -1 and fail($step);
}

sub set_process { must("prctl $_[0]", 'prctl', $_[0], $_[1], 0, 0, 0) }

# The kernel forgets this at every change of credentials.
sub exit_with_parent { set_process($set_death_signal, 9) }

sub become {
  my ($uid, $gid) = @_;
  must('leave groups', 'setgroups', 0, 0);
  must("become group $gid", 'setresgid', $gid + 0, $gid + 0, $gid + 0);
  must("become user $uid", 'setresuid', $uid + 0, $uid + 0, $uid + 0);
}

sub enter_user_namespace {
  my ($uid, $gid) = @option{qw(outer_uid outer_gid)};
  if ($> == 0) {
    become($uid, $gid);
    # Otherwise the files of this process below belong to root.
    set_process($set_dumpable, 1);
  }
  must('create user namespace', 'unshare', $new_user);
  write_file('/proc/self/setgroups', 'deny');
  write_file('/proc/self/gid_map', "$option{gid} $gid 1");
  write_file('/proc/self/uid_map', "$option{uid} $uid 1");
}

sub write_file {
  my ($path, $text) = @_;
  open(my $file, '>', $path) or fail("open $path");
  syswrite($file, $text) or fail("write $path");
}

sub start_loopback {
  socket(my $socket, $inet, $datagram, 0) or fail('socket');
  my $request = pack('a16 s x22', 'lo', 0x41); # IFF_UP, IFF_RUNNING
  ioctl($socket, 0x8914, $request) or fail('start loopback'); # SIOCSIFFLAGS
}

# Leaves nothing to gain from this process or from a program it starts.
sub drop_privileges {
  become($option{uid}, $option{gid}) if !$option{user};
  my ($header, $none) = (pack('L l', 0x20080522, 0), pack('L6', (0) x 6));
  must('drop capabilities', 'capset', $header, $none);
  exit_with_parent();
  set_process($set_no_new_privileges, 1);
  my $filter = pack('H*', $option{filter});
  my $program = pack('S x6 P', length($filter) / 8, $filter);
  must('filter system calls', 'prctl', $set_seccomp, 2, $program, 0, 0);
}

sub run_command {
  exit_with_parent();
  # Without memory left, the kernel ends browsers before the server.
  write_file('/proc/self/oom_score_adj', '500');
  limit($limit_core, 0);
  limit($limit_processes, $option{processes}) if $option{processes};
  close_descriptor($channel);
  create_view();
  drop_privileges();
  attempt($_) for @attempts;
  exit 0 if @ARGV == 0;
  %ENV = %environment;
  exec { $ARGV[0] } @ARGV or fail("start $ARGV[0]");
}

sub limit {
  my ($resource, $most) = @_;
  my $both = pack('Q2', $most, $most);
  must("limit resource $resource", 'prlimit64', 0, $resource, $both, 0);
}

sub close_descriptor {
  open(my $file, '<&=', $_[0]) or return;
  close $file;
}

sub create_view {
  must('make mounts private', 'mount', 'none', '/', 0, $recursive | $private, 0);
  must('mount root', 'mount', 'tmpfs', '/tmp', 'tmpfs', $no_setuid | $no_devices, 'size=16m,mode=0755');
  mkdir '/tmp/.old', 0700 or fail('create folder');
  must('change root', 'pivot_root', '/tmp', '/tmp/.old');
  chdir '/' or fail('change folder');
  mount_new('/tmp', 'tmpfs', 'size=64m,mode=1777');
  mount_new('/dev/shm', 'tmpfs', "size=$option{shm},mode=1777");
  mount_new('/proc', 'proc', 0);
  for (qw(null zero full random urandom)) { mount_old("/dev/$_", 0) }
  for (@view) {
    my ($kind, $path) = @$_;
    mount_old($path, $no_devices | ($kind eq 'ro' ? $read_only : $no_programs));
  }
  must('detach old root', 'umount2', '/.old', 2); # MNT_DETACH
  rmdir '/.old' or fail('remove folder');
  protect('/', $read_only | $no_setuid, 0);
}

sub mount_new {
  my ($path, $type, $data) = @_;
  create_target($path, 1);
  must("mount $path", 'mount', $type, $path, $type, $no_setuid | $no_devices | $no_programs, $data);
}

# Paths that the system does not have are left out; links stay links.
sub mount_old {
  my ($path, $flags) = @_;
  my $old = "/.old$path";
  if (-l $old) {
    create_parents($path);
    symlink(readlink($old), $path) or fail("link $path");
    return;
  }
  return if !-e $old;
  create_target($path, -d $old);
  must("bind $path", 'mount', $old, $path, 0, $bind | $recursive, 0);
  protect($path, $no_setuid | $flags, 0x8000); # AT_RECURSIVE
}

sub protect {
  my ($path, $flags, $depth) = @_;
  must("protect $path", 'mount_setattr', -100, $path, $depth, pack('Q4', $flags, 0, 0, 0), 32);
}

sub create_parents {
  my $folder = '';
  my (undef, @names) = split m{/}, $_[0];
  pop @names;
  for (@names) { $folder .= "/$_"; mkdir $folder, 0755 }
}

sub create_target {
  my ($path, $is_folder) = @_;
  create_parents($path);
  return if -e $path;
  if ($is_folder) { mkdir $path, 0755 or fail("create $path") }
  else { open(my $file, '>', $path) or fail("create $path") }
}

# Attempts what the browser must not be able to do, and prints the attempts that succeed.
sub attempt {
  my ($kind, $target, $port) = split ' ', $_[0];
  my ($file, $socket);
  my $succeeds =
      $kind eq 'read' ? open($file, '<', $target)
    : $kind eq 'unix' ? socket($socket, 1, $stream, 0) && connect($socket, pack('S Z*', 1, $target))
    : socket($socket, $inet, $kind eq 'udp' ? $datagram : $stream, 0)
      && connect($socket, pack('S n C4 x8', $inet, $port, split /\./, $target));
  print "$_[0]\n" if $succeeds;
}

sub supervise {
  my $process = call('pidfd_open', $pid, 0);
  $process == -1 and fail('watch the command');
  my $has_channel = open(my $requests, '<&=', $channel);
  my $held = '';
  for (;;) {
    my $ready = '';
    vec($ready, $_, 1) = 1 for $process, $has_channel ? $channel : ();
    select($ready, undef, undef, undef) == -1 and next;
    finish() if vec($ready, $process, 1);
    next if !sysread($requests, $held, 4096, length $held) && finish();
    # Node also acknowledges each handle with a message.
    while ($held =~ s/^([^\n]*)\n//) { send_listener($1) if $1 =~ /^\{"listen":(\d+)\}$/ }
  }
}

sub finish {
  kill 'KILL', $pid;
  waitpid($pid, 0);
  exit($? & 127 ? 128 + ($? & 127) : $? >> 8);
}

# Sends a listening socket the way Node sends handles (lib/internal/child_process.js, NODE_HANDLE).
sub send_listener {
  my ($id) = $_[0] =~ /(\d+)/;
  socket(my $listener, $inet, $stream, 0) or fail('socket');
  bind($listener, pack('S n C4 x8', $inet, 0, 127, 0, 0, 1)) or fail('bind');
  listen($listener, 511) or fail('listen');
  my $port = unpack('x2 n', getsockname $listener);
  my $text = qq({"cmd":"NODE_HANDLE","type":"net.Native","msg":{"id":$id,"port":$port}}\n);
  my $vector = pack('P Q', $text, length $text);
  my $rights = pack('Q l l l x4', 20, 1, 1, fileno $listener); # SOL_SOCKET, SCM_RIGHTS
  my $message = pack('Q L x4 P Q P Q l x4', 0, 0, $vector, 1, $rights, length $rights, 0);
  must('send listener', 'sendmsg', $channel, $message, 0);
}
