/**
 * Words that passwords are commonly built from, compiled for this product from what is known of
 * leaked passwords. Each also covers its usual variants: `password.rules.ts` normalises capitals,
 * look-alike characters and appended characters.
 */
const words = `
password passwort passwd pass motdepasse contrasena senha parola wachtwoord haslo heslo salasana lozinka
welcome welkom willkommen bienvenue letmein login logon signin guest admin administrator root toor master user username
default changeme change secret topsecret private access computer internet server system manager service support test
testing tester testtest sample example demo temp temporary hello hellohello goodbye please whatever nothing something
iloveyou iloveu loveyou loveme lovely lover love forever always never together princess prince queen king angel angels
baby babygirl babyboy honey sweetie sugar cookie chocolate cheese banana orange apple cherry strawberry peanut butter
pepper ginger coffee pumpkin muffin pizza
sunshine summer winter spring autumn january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday birthday christmas halloween holiday
football baseball basketball soccer hockey softball tennis golf golfer volleyball rugby cricket swimming running yankees
cowboys steelers lakers eagles rangers raiders packers dodgers redsox chelsea liverpool arsenal manchester barcelona
juventus realmadrid united
dragon monkey tiger lion eagle falcon hawk shark dolphin wolf panther bear horse pony kitty kitten puppy doggie buster
butterfly spider scorpion phoenix unicorn rabbit turtle penguin chicken turkey snoopy garfield mickey mickeymouse
superman batman spiderman ironman hulk wolverine starwars startrek skywalker vader yoda matrix gandalf frodo hobbit
pokemon pikachu naruto sonic mario zelda nintendo playstation xbox minecraft roblox fortnite counter warcraft starcraft
diablo hunter killer sniper ninja samurai warrior wizard magic merlin shadow ghost vampire zombie demon devil satan
michael jessica jennifer jordan michelle charlie andrew daniel joshua matthew anthony thomas robert robert richard joseph
william david george patrick nicole nicholas ashley amanda samantha stephanie elizabeth rebecca victoria vanessa natasha
melissa danielle brandon justin austin tyler hannah maggie sophie sophia olivia isabella alexander alexandra alexis
maria martin andrea barbara patricia sandra susan linda heather amber crystal tiffany brittany taylor morgan madison
harley oliver oscar lucky max rocky bailey buddy sammy molly daisy jasmine lauren rachel carlos miguel antonio francisco
alejandro fernando roberto eduardo gabriel rafael diego pedro juan jose luis
america american england london paris berlin tokyo moscow chicago boston dallas houston denver phoenix austin florida
texas california canada mexico brazil brasil argentina portugal germany deutschland france italy espana india australia
mercedes porsche ferrari corvette mustang camaro honda toyota nissan yamaha suzuki kawasaki harleydavidson chevrolet
chevy cadillac ford subaru bmw
google facebook twitter instagram youtube linkedin amazon microsoft windows apple samsung nokia iphone android hotmail
gmail yahoo adobe photoshop oracle cisco linux ubuntu qwerty qwertz azerty asdf asdfgh zxcvbn zxcvbnm
freedom liberty peace heaven jesus jesuschrist christ god godisgood blessed blessing faith hope grace amen bible church
money dollar million rich success winner champion number one hero legend rockstar metallica nirvana slipknot eminem
beatles rolling guitar music dance dancer party cocacola pepsi budweiser corona heineken whiskey
purple green yellow orange silver golden black white blue red pink diamond crystal emerald rainbow flower flowers rose
jasmin tulip garden forest ocean river mountain island beach surfer sunset moon moonlight star stars starlight galaxy
thunder lightning storm fire firefox phoenix water earth
trustno trustnoone iamgod fuckyou fuckme fuckoff asshole bitch bigdick pussy sexy sexygirl hotgirl playboy hardcore
maverick thunderbird bulldog bulldogs wildcat wildcats tigers lions bears panthers dolphins
school college student teacher doctor nurse police marine marines army navy soldier captain pirate cowboy
family mother father mommy daddy sister brother friend friends friendship bestfriend sweetheart myspace mylove mynoob
`;

/** Base words of common passwords. */
export const commonWords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean));

/**
 * Sequences on the keyboard and in the alphabet; any substring of one is rejected as a password.
 */
export const keyboardSequences: readonly string[] = [
  '012345678901234567890',
  '098765432109876543210',
  '123123123123123123123',
  '112233445566778899',
  '111222333444555666',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'abcabcabcabc',
  'abc123abc123abc123',
  'abcd1234abcd1234',
  'a1b2c3d4e5f6g7h8i9',
  'a123456789',
  'aa123456789',
  'q123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'poiuytrewqlkjhgfdsamnbvcxz',
  'qwerqwerqwer',
  'asdfasdfasdf',
  'asdfjkl;asdfjkl;',
  'zxcvzxcvzxcv',
  'asdfghjkl;',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
  '1a2b3c4d5e6f7g8h9i',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaq12wsxcde34rfv',
  'zaq1xsw2cde3vfr4bgt5',
  '!qaz@wsx#edc$rfv',
  '147258369147258369',
  '159357159357',
  '741852963741852963',
  '789456123789456123',
  '123qweasdzxc',
  'qweasdzxc',
  'qwe123qwe123',
  'asd123asd123',
  'zxc123zxc123',
  'qwerty123456789',
  '123456qwerty',
  '1234qwer1234',
  'qwer1234qwer',
  '1122334455667788',
  '5201314',
  'g_czechout',
  '18atcskd2w',
  '3rjs1la7qe',
];
