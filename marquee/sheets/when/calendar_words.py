"""The words of dates in the languages that tables are read in: months, days of the week, and what stands around a day.

In most languages of Europe, each month as dates write it, without those short forms of days that are other words.
Case and accents do not count.
"""

from marquee.text import plain_words

_MONTHS = tuple(
    frozenset(words.split())
    for words in (
        "january jan januar janner janvier janv enero ene gennaio gen januari janeiro "
        "leden ledna januara stycznia styczen sijecanj sijecnja januarja ianuarie ocak "
        "tammikuu tammikuuta jaanuar gener ιανουαριου января январь січня січень януари јануар јануара",
        "february feb februar feber fevrier fevr fev febrero febbraio februari fevereiro "
        "unor unora februara lutego luty veljaca veljace februarja februarie subat "
        "helmikuu helmikuuta veebruar febrer φεβρουαριου февраля февраль лютого лютий февруари фебруар фебруара",
        "march mar marz maerz mrz mars marzo maart mrt marco "
        "brezen brezna marec marca marzec ozujak ozujka marcius martie mart marta marts "
        "maaliskuu maaliskuuta marc μαρτιου марта март березня березень",
        "april apr avril avr abril abr aprile "
        "duben dubna aprila kwiecien kwietnia travanj travnja aprilis aprilie nisan "
        "huhtikuu huhtikuuta aprill απριλιου апреля апрель квітня квітень април априла",
        "may mai mayo maggio mag mei maio maj "
        "kveten kvetna maja svibanj svibnja majus mayis "
        "toukokuu toukokuuta maig μαιου мая май травня травень мај маја",
        "june jun juni juin junio giugno giu junho "
        "cerven cervna juna czerwiec czerwca lipanj lipnja junij junija junius iunie haziran "
        "kesakuu kesakuuta juuni juny ιουνιου июня июнь червня червень юни јун јуна",
        "july jul juli juillet juil julio luglio lug julho "
        "cervenec cervence jula lipiec lipca srpanj srpnja julij julija julius iulie temmuz "
        "heinakuu heinakuuta juuli juliol ιουλιου июля июль липня липень юли јул јула",
        "august aug aout agosto ago augustus augusti "
        "srpen srpna augusta sierpien sierpnia kolovoz kolovoza avgust avgusta augusztus agustos "
        "elokuu elokuuta agost αυγουστου августа август серпня серпень",
        "september sep sept septembre septiembre settembre set setembro "
        "zari septembra wrzesien wrzesnia rujan rujna szeptember septembrie eylul "
        "syyskuu syyskuuta setembre σεπτεμβριου сентября сентябрь вересня вересень септември септембар септембра",
        "october oct oktober okt octobre octubre ottobre ott outubro out "
        "rijen rijna oktobra pazdziernik pazdziernika listopada octombrie ekim "
        "lokakuu lokakuuta oktoober οκτωβριου октября октябрь жовтня жовтень октомври октобар октобра",
        "november nov novembre noviembre novembro "
        "listopad listopadu listopada novembra studeni studenoga studenog noiembrie kasim "
        "marraskuu marraskuuta νοεμβριου ноября ноябрь листопада листопад ноември новембар новембра",
        "december dec dezember dez decembre diciembre dic dicembre dezembro desember "
        "prosinec prosince decembra grudzien grudnia prosinac prosinca decembrie aralik "
        "joulukuu joulukuuta detsember desembre δεκεμβριου декабря декабрь грудня грудень декември децембар децембра",
    )
)
"""As `plain_words` has them. `listopada` is October in Croatian and November in Polish."""
_WEEKDAYS = tuple(
    frozenset(words.split())
    for words in (
        "monday mon montag mo lundi lun lu lunes lunedi maandag ma segunda mandag "
        "pondeli po pondelok poniedzialek pon ponedjeljak ponedeljek hetfo luni pazartesi maanantai esmaspaev "
        "dilluns δευτερα понедельник пн понеділок понеделник понедељак 月 月曜 月曜日 周一 週一 星期一 월 월요일",
        "tuesday tue tues dienstag di tu mardi mar ma martes martedi dinsdag terca tirsdag tisdag "
        "utery ut utorok wtorek wt utorak uto torek kedd marti sali tiistai teisipaev dimarts τριτη вторник "
        "вт вівторок уторак 火 火曜 火曜日 周二 週二 星期二 화 화요일",
        "wednesday wed weds mittwoch mi we mercredi mer me miercoles mie mercoledi woensdag wo quarta onsdag "
        "streda st sroda sr srijeda sri sreda szerda miercuri carsamba keskiviikko kolmapaev dimecres τεταρτη "
        "среда ср середа сряда 水 水曜 水曜日 周三 週三 星期三 수 수요일",
        "thursday thu thur thurs donnerstag do th jeudi jeu je jueves jue ju giovedi gio gi jo donderdag quinta "
        "torsdag ctvrtek ct stvrtok czwartek czw cetvrtak cet cetrtek csutortok joi persembe torstai neljapaev dijous "
        "πεμπτη четверг чт четвер четвъртък четвртак 木 木曜 木曜日 周四 週四 星期四 목 목요일",
        "friday fri freitag fr vendredi ven ve viernes vie vi venerdi vrijdag vr sexta fredag "
        "patek pa piatok piatek pt petak pet pentek vineri cuma perjantai reede divendres παρασκευη пятница "
        "пт петък петак пятниця 金 金曜 金曜日 周五 週五 星期五 금 금요일",
        "saturday sat samstag sonnabend sa samedi sam sabado sabato sab zaterdag za lordag "
        "sobota so sob subota sub szombat sambata cumartesi lauantai laupaev dissabte σαββατο суббота сб "
        "субота събота 土 土曜 土曜日 周六 週六 星期六 토 토요일",
        "sunday sun sonntag so su dimanche dim di domingo dom do domenica du zondag zo sondag "
        "nedele ne nedela niedziela nd nedjelja ned vasarnap duminica pazar sunnuntai puhapaev diumenge "
        "κυριακη воскресенье вс неділя неделя недеља 日 日曜 日曜日 周日 週日 星期日 일 일요일",
    )
)

WEEKDAY = r"(?P<weekday>[^\W\d_]+)(?:-feira)?\.?"
ARTICLE = r"(?i:den|am|le|el|il|the|on)\s(?=\d)"
"""Before a day: `Dienstag, den 24. November`."""
ORDINAL = r"(?:(?:(?i:st|nd|rd|th|er|ère|e|ème|de|ste|o)|:[ae]|\.?[ºª°])(?![^\W\d_]))?\.?"
"""Behind a day: `1st`, `1er`, `1º`, `1.`."""
OF = r"(?:(?i:of|de|di)\s)?"
"""Between a day and its month."""


def months(word: str) -> list[int]:
    """The numbers from 1 of the months that a word names, two where languages differ; none for another word."""
    plain = _plain(word)
    return [number for number, words in enumerate(_MONTHS, 1) if plain in words]


def weekdays(word: str) -> list[int]:
    """The numbers from 0 for Monday of the days that a word names: `so` is two days; none for another word."""
    plain = _plain(word)
    return [number for number, words in enumerate(_WEEKDAYS) if plain in words]


def _plain(word: str) -> str:
    return "".join(plain_words(word))
