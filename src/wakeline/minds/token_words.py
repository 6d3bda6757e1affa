"""Words that a tokenizer takes as one piece: common ones of English, and some of its neighbours.

One string, which is split when it is loaded: a set that is written out takes longer.
"""

from typing import Final

ONE_PIECE: Final = b"""
a aan ab ability able about above absolute absolutely abstract academic accept acceptable accepted
accepting access accessed accessible accessing accomplished according accordingly account accounts
accuracy accurate achieve achieved across act action actions active activities activity actual
actually adapt add added adding addition additional address addressed addresses adjust admin
advance advanced advantage advice af affect after afterwards again against age agent agree
agreement ahead al alert algorithm algorithms align aligned alignment all allocated allocation
allow allowed allowing allows almost alone along alpha already also alt alternative alternatives
although always am ambos among amount an analysis analyze and angle angles animation annotation
annotations anonymous another answer answers any anyone anything anywhere app appear appearance
appears append applicable application applications applied applies apply applying appreciate
appreciated approach approaches appropriate approximately approximation arbitrary architecture are
area areas arg args argument arguments arithmetic around array arrays art article articles artist
as ask asked asking aspect aspects assert assign assigned assignment assist assistance associated
assume assumptions async asynchronous at atmosphere att attached attacks attempt attempted
attempting attempts attend attended attention attribute attributes audience aus auth authentic
authentication author authority authorization authors auto automatic automatically av available
avec average avoid await aware away awesome back backend background backup bad balance ball bar
base based bash basic basketball batch be beautiful beauty became because become becomes been
before begin beginning behavior behaviour behind being believe below benefit benefits best bet
better between beyond big binary binding bit black blev block blocks blue board body book books
bool boolean boost bootstrap border both bottom bound boundaries boundary box br branch branches
break breaking breaks brief bring broadcast brought browser browsers budget buffer build building
built bullet bundle business but button buttons by byte bytes cache caching calculate calculated
calculating calculation calculations calendar call called calling calls came campaign campo can
candidate candidates cannot canvas cap capabilities capture car card cards care career carefully
case cases caso catch categories category caught cause caused causes causing ce cell center certain
certificate challenge champ chance change changed changes changing channel channels character
characteristics characters charset chart check checked checking checkout checks child children
choice choose chosen church ci cinema circ circle circumstances cities city claim claims clarify
class classes classification clause clean clear clearly click clicked clicking client clients close
closed closely closer closing cloud club co code codes coding coefficient col collaboration
collapse collect collected collection collections color colors column columns com combination
combinations combined come comes comfort comfortable coming command commands comment comments
commit committed common commonly communicate communication communities community como companies
company compare compared comparing comparison compatibility compatible competition compile compiled
complement complete completed completely completion complex complexity component components
composition compression computation computational compute computed computer con concentration
concept concepts concern concerned concerns concert conclude conclusion concrete concurrent
condition conditional conditions conduct conducted conference confidence confident config
configuration configurations configure configured confirm confirmed conflict conflicts confused
confusion conn connect connected connecting connection connections cons consecutive consent
conservation consider consideration considered considering consistent consists console const
constant constraint constraints construct constructed construction constructor contact contain
contained container containers containing contains contemporary content contents context contiene
continue continued continues continuous contrast contribute contributed contribution contributions
control controller controls convenient convention conventional conversation conversion convert
converted converting cookie cookies coordinate coordinates copy core correct corrected correctly
corresponding corresponds cos cost could couldn count counter counting countries country couple
course courses court cover coverage covered covering create created creates creating creation
credentials criteria critical cross css cu cultural culture curious current currently cursor custom
customer customers da daily dance danger dark dass dat data database databases dataset datasets
date dates datetime datos day days de deal dealing debe debug debugger debugging decide decided
decimal decision declaration declare declared dedicated deep def default defaults define defined
defines defining definitely definition definitions deg degree degrees del delay delegate delete
deleted deliver delivered delivery dem demonstrate demonstrated den denote density department
depend dependencies dependency dependent depending depends deploy deployed deployment deprecated
depth derived des desc describe described describes description design designed desired desktop
despite destroyed detail detailed details detect detection determine determined dev deve develop
developed developer developers developing development device devices deze di diagram dialog dict
dictionary did didn die diese differ difference differences different differently difficult dig
digital digits dimensions din dinner direct directed direction directions directly director
directories directory disable disabled discuss discussed discussion dismiss dispatch display
displayed displaying displays disponible dist distance distances distinct distributed distribution
div diverse divided division django do doc docker docs document documentation documents does doesn
doing domain don done door dos double doubt down download draft draw drawing drawn drive driven
drop dropdown du due duplicate duration during dynamic dynamically dynamics e each earlier early
easier easily easy edge edit edited editing edition editor education educational een effect
effective effectively effects efficiency efficient efficiently effort efforts ein eine einen either
el elaborate element elementos elements eller else em email embedded employ employee employees
empty en enable enabled encoding encounter encountered end ended endpoint energy engaged engine
engineering enjoy enough ensure enter entered entire entirely entre entries entry environ
environment environmental environments equal equality equation equations equipment equivalent er
era err error errors es escape especially essential est esta establish established estar este
estimate estimated et etc ett evaluate evaluated evaluation even evening event events eventually
ever every everyone everything everywhere evidence evolution ex exact exactly example examples
exceed excellent except exception exceptions exchange excited exclusive exec executable execute
executed executing execution executive exercise exist existing exists exit exp expand expanded
expect expected experience experienced experiences explain explained explanation explicit
explicitly explore exponential export express expressed expression expressions ext extend extended
extends extension extensions extensive external extra extract extremely eyes face facing fact
factor factors fail failed fails failure fair false familiar family far fashion fast faster favor
favorite feature featured features fecha feedback feel feeling feelings felt female festival fetch
few field fields figure figures file filename files fill filled film films filter final finally
financial find finding fine finish finished fire first fit five fix fixed flag flash flex flexible
float floating floor flow focus focused foi folder follow followed following follows font for force
forces forget form formal format formats formatted formatting formed forms formula formulas forward
fost found foundation four fragment frame framework frameworks free frequency frequent frequently
fresh friend friendly friends friendship from front fue full fully fun func function functional
functionality functions fund fundamental further future gallery game games gather gave geen gender
general generally generate generated generating generation generator generic geometric geometry get
gets getting git github give given gives giving glad global go goal goals goes going good google
got grammar grande graph graphics great greater greatly green grid ground group groups grow growing
growth guaranteed guard guess guidance guide ha haben had half han hand handle handled handler
handles handling hands happen happened happening happens happiness happy har hard hardware has hash
have haven having he head header headers heads health hear heard heart height held help helped
helpful helping helps her here het hidden hierarchy high higher highest highlight highly him his
historical history hold holding holds home hope host hour hours house how however href html http
https human hypothesis i icon id idea ideas identical identified identifier identify identity if
ignore ikke il illustrate image images imagine immediate immediately impact implement
implementation implementations implemented implementing implements implicit implies import
importance important imported impression improve improved improvement improvements in include
included includes including inclusion income incorrect increase increased increases increasing
indeed independence independent index indexes indicate indicates indicating indicator individual
individuals industry infinite influence info inform information informed inheritance init initial
initialization initialize initialized initially injection inline inner input inputs ins insert
inserted inside inspect inspired install installation installed installing instance instances
instead institution instruction instructions int inte integer integers integrate integrated
integration integrity intelligence intended interact interaction interactions interactive interest
interested interesting interests interface interfaces interior internal international internet
interpretation interpreted interpreter intersect intersection interval interview into introduce
introduced introduction invalid invoked involved involves involving is island issue issues ist it
item items iter iterate iteration iterations iterator its itself javascript jest job join joined
journal journey json just kan keep keeping keeps keine key keyboard keys keyword keywords kind king
know knowing knowledge known la label labels lambda land lang language languages large larger las
last late later latest latter launch layout le lead leadership leading learn learned learning least
leave leaves leaving led left leg length lengths les less let letter letters level levels li
libraries library license life light like likely limit limitations limited limits line linear lines
link linked links list lista listed listen listener listening lists literal literature little live
living load loaded loading local localhost locally located location locations lock log logged
logging logic logical login long longer look looked looking looks lookup loop los loss lost lot
love low lower lub luck machine made mail main maintain maintained maintenance mais major make
makes making man manage managed management manager manner manual manually manuscript many map
mapping margin mark marked market mas master match matches matching material materials math
mathematical matrix matter matters max maximum may maybe me mean meaning means measure measured
measurements measures mechanism med media median meet meeting member members membership memory men
mental mention mentioned menu message messages met meta metadata method methods metric metrics mi
middle mig might migration military million min mind minimal minimum minor minute minutes mismo
miss missed missing mission mistake mistakes mit mobile mock modal mode model models modern
modified modify module modules moment moments momentum money monitor monitoring month months more
morning most mot mountain move moved movie moving much muchos multi multimedia multiple
multiplication music must mutable my myself na nada name named names namespace native natural
naturally nature nav navigate navigation ne near necessarily necessary need needed needs neg
negative neighborhood neither nested network networking networks never new next nice nicht nie niet
night no node nodes nombre non none normal normally not notation note notes nothing notice noticed
notification notifications nouveau nova now nu nueva nuevo null number numbers numeric numerical
numero numerous o object objective objects observation observations observe observed obtain
obtained occur occurred occurrence occurs och oder of off offer offers office official often og old
om on once one ones online only op open opened opening operating operation operations operator
operators opinion opportunity opposite optimization optimize optimized option optional options or
order ordered org organization organizations organized orientation origin original os other others
otherwise otro ou our ourselves out outcome outline output outside over overall overflow overhead
override own owner pack package packages padding page pages painting pair pairs panel paper par
para paragraph parameter parameters params parent parentheses parse parsing part partial
participants participation particular particularly parts party pas pass passed passes passing
passion password passwords past path paths pattern patterns peace pentru people per percent
percentage perfect perfectly perform performance performed performing perhaps period permission
permissions pero persistent person personal perspective phase phone photo physical pick picture
pictures piece pieces pipeline place placed placeholder places plain plan planned planning plans
platform platforms play played player players playing please plugin plugins plus pode poder point
pointer points policies policy pop popular por porque port portion position positions positive
possibility possible possibly post posted poster potential potentially pour power powerful
practical practice practices pre precise precision prefer preference preferred prefix prepare
prepared presence present presentation presented pressure pretty prevent previous previously
primary principle principles print printed prior priority private probability probably problem
problems proceed process processed processes processing processor produce produced producer
producing product production products professional profile program programs progress project
projects promise promotion prompt proof proper properly properties property proportional proposal
proposed protect protected protection protocol prove provide provided provider provides providing
proxy public publication publish published publishing puede pull purpose purposes push put putting
python quality quarter que queries query question questions queue quick quickly quiet quite quotes
radius raise raised random range rapport rate rather ratio reach reached reaching read readable
reader readers reading reads ready real really reason reasonable reasoning reasons recall receive
received receiving recent recently recognition recognized recommend recommendation recommended
record recorded recording records recursive red redirect reduce reduced reducing reduction
redundant refer reference referenced references reflect reflection refresh regarding regardless
region regions register registered registration regular regularly rel related relationship
relationships relative release released releases relevant reliable remain remained remaining
remains remember remote remove removed removing render rendered rendering repeated replace replaced
replacement replacing report reported reports repository repr represent representation
representations represented representing represents reputation request requested requests require
required requirement requirements requires res research reset resolution resolve resolved resource
resources resp respect respective respectively respond response responses responsibility
responsible rest restart restrict restriction restrictions result resulting results retrieve return
returned returning returns reverse review reviews rich right rights robust role roles roll rolling
room root round route routes routine row rows rule rules run running runs runtime sa said same
sample samples satisfaction satisfied satisfies satisfy satisfying sau save saved saving saw say
saying says scale scenario scenarios schedule scheduled schema school schools scope score screen
screens script scripts scroll se search searched searching season second secondary seconds secret
section sections secure security see seeing seem seems seen segment sein select selected selecting
selection self semantic send sending senior sense sensitive sent sentence sentences separate
separated separately separator sequence sequences ser serial series serve served server servers
service services session sessions set sets setting settings setup several sh shadow shape share
shared sharing she shell shift short should show showed showing shown shows si side sides sido sign
signal signature signed significance significant significantly siguiente sim similar similarity
simple simpler simplicity simply simulate simultaneously sin since single site sitting situation
situations six size sizes skal sleep slightly slow sm small smaller smooth snippet so sobre social
society soft software solid solution solutions solve solved solving some someone something
sometimes soon sorry sort sorted sound sounds source sources space spaces span speak speaking spec
special specific specifically specification specified specify specifying speed spent split spread
sqlite square src stability stable stack stage stand standard standards standing stands star start
started starting starts state statement statements states static statistical statistics stato
status stay step steps still stop storage store stored stores stories story str straight
straightforward strategy stream streaming strength stress strict string strings strong stronger
structure structures struggling stuck students studies studio study studying stuff style styles su
sua sub subclass subject submission submit submitted subscription subsequent substantial succeed
success successful successfully such sufficient suggest suggested suggestion suggestions suggests
suitable suite sum summary summer super supplied support supported supporting supports sure surface
surrounded surrounding switch symbol symmetry syntax system systems tab table tables tag tags take
taken takes taking talk talking target targets task tasks te teach teacher team teams technical
technique techniques technology television tell tema temp temperature template templates temporary
term terminal terms test tested testing tests text than thank thanks that the their them theme
themselves then theorem theory there therefore these they thing things think thinking third this
thorough thoroughly those though thought thoughts thread threads three threshold through throughout
throw throws thus tiene til till time timeout times timestamp tipo title to todas today todos
together token told too took tool tools top topic total totally touch tournament towards tr trace
track tracking traditional traffic train training trans transaction transactions transferred
transform transformation transformed transition translate translated transport travel treat treated
tree triangle tried trigger triggered trouble true trust truth try trying turn turned turns twice
two type types typically typing uit ultimately um uma un una und undefined under underlying
understand understanding understood une unexpected union unique unit units unknown unless
unnecessary uno until up update updated updates updating upgrade upload upon upper url us usage
usar use used useful user username users uses using usually val valid validate validation valor
valuable value values van var variable variables variety various veces vector vectors ver verify
version versions vertex vertical vertices very vi via video view views virtual visibility visible
visit visual voice volume von voor votre vous wait waiting walk walking want wanted warning
warnings was watch watching water way ways we weather web website week weeks weight welcome well
went werden were what whatever when whenever where whether which while white whitespace who whole
whose why width will willing window windows winning with within without woman women won wonderful
wondering word words wordt work workaround worked worker workers workflow working works world worth
would wrapper write writer writing written wrong wrote wurde year years yesterday yet yield yields
you young your yourself zero zijn
"""
