# A process that an attacker has inside a browser: enters every namespace of process ARGV[0], becomes
# user ARGV[1] there, and prints each attempt that succeeds. Attempts are read from stdin. It has no
# system call filter, so what it cannot do, the namespaces alone prevent.
use strict;
use warnings;
my ($pid, $uid, $is_user) = @ARGV;
my $setns = `uname -m` =~ /aarch64/ ? 268 : 308;
my @attempts = map { chomp; $_ } <STDIN>;
my @names = ($is_user ? 'user' : (), qw(net ipc uts pid mnt));
my @files = map { open(my $file, '<', "/proc/$pid/ns/$_") or die "$_: $!"; $file } @names;
syscall($setns, fileno $_, 0) == 0 or die "setns: $!" for @files;
my $child = fork() // die;
if ($child != 0) { waitpid($child, 0); exit $? >> 8 }
$( = $uid;
$) = $is_user ? $uid : "$uid $uid"; # A user namespace without privileges cannot change groups.
($<, $>) = ($uid, $uid);
die if $> != $uid || $< != $uid;
chdir '/';
for (@attempts) {
  my ($kind, $target, $port) = split ' ';
  my $file;
  my $address = sub { pack('S n C4 x8', 2, $port, split /\./, $target) };
  my $succeeds =
      $kind eq 'read' ? open($file, '<', $target) && defined(getc $file)
    : $kind eq 'write' ? open($file, '>', $target)
    : $kind eq 'list' ? (opendir($file, $target) && print("$target: ", join(' ', sort grep { !/^\.\.?$/ } readdir $file), "\n"), 0)
    : $kind eq 'kill' ? kill('CONT', $target)
    : $kind eq 'kill-all' ? kill('KILL', -1)
    : $kind eq 'abstract' ? socket($file, 1, 1, 0) && connect($file, pack('S x a*', 1, $target))
    : $kind eq 'environ' ? grep { text_of($_) =~ /\Q$target\E/ } glob('/proc/*/environ')
    : $kind eq 'unix' ? socket($file, 1, 1, 0) && connect($file, pack('S Z*', 1, $target))
    : $kind eq 'udp' ? socket($file, 2, 2, 0) && connect($file, $address->()) && syswrite($file, 'x')
    : $kind eq 'tcp6' ? socket($file, 10, 1, 0) && connect($file, pack('S n x4 x15 C x4', 10, $port, 1))
    : socket($file, 2, 1, 0) && connect($file, $address->());
  print "$_\n" if $succeeds;
}

sub text_of {
  open(my $file, '<', $_[0]) or return '';
  return join('', <$file>);
}
